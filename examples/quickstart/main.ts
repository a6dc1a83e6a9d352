// npm run quickstart shows an agent at work; npm start leaves the host on HTTP.
await import(process.argv.includes("--http") ? "./serve-http.js" : "./agent.js");
