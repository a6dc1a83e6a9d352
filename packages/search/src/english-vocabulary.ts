/**
 * How people and tools name the same thing, by field. One line a concept:
 * - `a, b, c`: each word stands for the others;
 * - `a, b < c, d`: c and d are kinds or parts of a and b. Who asks for c finds a; who asks for a finds c less well.
 *
 * A word may be a phrase. Only general vocabulary belongs here: no product's tool names, no sentences, nothing that holds
 * for one catalogue alone.
 */
export const englishVocabulary = `
# Doing
delete, remove, erase, destroy, discard, purge, trash, wipe
delete < clear, drop, uninstall, unlink, revoke, forget
create, make, generate, build, produce, compose
create < add, new, draft, initialize, construct, set up, provision, open, start
add, insert, append, attach
add < include, put, place
update, edit, modify, change, alter, revise
update < set, patch, adjust, correct, amend, tweak, fix
get, fetch, retrieve, obtain
get < look up, load, download, pull, view, show, display, check, see
list, enumerate, browse, show all
search, find, look up, query, seek, discover, locate
search < explore, lookup
send, deliver, transmit, dispatch
send < post, forward, share, notify
start, begin, launch, run, initiate
start < boot, trigger, kick off, activate, resume, turn on
stop, halt, end, terminate, kill, abort, cancel, force quit
stop < pause, shut down, turn off, deactivate, quit
run, execute, invoke, launch, perform
copy, duplicate, clone, replicate
move, relocate, transfer, migrate
rename, retitle, relabel
save, store, write, persist, keep, record
open, launch, load
close, shut, dismiss
upload, import, attach
download, export, fetch, save, pull
import, ingest, load
export, dump, extract
convert, transform, turn into, translate, change to, export as
convert < encode, decode, transcode, parse, cast, migrate
compare, contrast, diff, versus, difference
compare < side by side, similarity
merge, combine, join, concatenate, unite, consolidate
merge < stitch, put together
split, divide, separate, break up, cut, chunk
sort, order, arrange, rank
filter, narrow, restrict
calculate, compute, work out, determine, evaluate, solve
calculate < estimate, sum up
count, tally, total
measure, gauge, quantify
predict, forecast, estimate, project, anticipate
analyze, analyse, analysis, examine, inspect, investigate, assess, evaluate
analyze < study, review, profile, diagnose, break down
check, verify, validate, confirm, test, inspect
check < ensure, see if, make sure, proofread
monitor, watch, track, observe, follow
schedule, book, plan, arrange, set up
reserve, book, reservation, booking
cancel, revoke, call off, abort, void
approve, accept, authorize, allow, permit, sign off
reject, deny, refuse, decline, disallow
enable, activate, turn on, switch on
disable, deactivate, turn off, switch off
mute, silence, quiet, suppress, snooze
assign, allocate, delegate
invite, add member
subscribe, follow, sign up
unsubscribe, unfollow, opt out
register, sign up, enroll, create account
login, log in, sign in, authenticate, authentication, authorize, auth
logout, log out, sign out
buy, purchase, order, shop, acquire
sell, list for sale, resale
pay, payment, charge, checkout, transaction, transfer money
payout, withdraw, pay out, disbursement
dispute, chargeback, contest
subscription, recurring payment, plan, membership
refund, reimburse, money back, give the money back
rent, lease, hire, rental
recommend, suggest, propose, advise, recommendation, suggestion
explain, describe, clarify, description
summarize, summary, recap, digest, overview, tldr, condense, shorten, abstract
rewrite, rephrase, paraphrase, reword, polish, improve writing
rewrite < improve, edit
translate, translation, interpret, localize
correct, fix, repair, proofread, grammar
repair, fix, mend, troubleshoot, debug
optimize, improve, enhance, tune, boost, speed up
improve < better, upgrade, refine
visualize, plot, chart, graph, draw, diagram
draw, sketch, paint, illustrate
play, listen, stream
record, capture, log
print, output
click, press, tap, push button
type, enter text, fill, input
scroll, swipe
navigate, go to, visit, browse, open page
wait, sleep, delay, pause
refresh, reload, renew
restart, reboot, rerun, run again, retry, try again
reset, restore, revert, undo, roll back
restore, recover, undelete, bring back
undo, revert, roll back, rollback, take back
backup, back up, snapshot, archive
archive, compress, zip
compress, zip, shrink, minify, reduce size, gzip
extract, unzip, decompress, unpack, parse, pull out
encrypt, encryption, cipher, protect, secure
decrypt, decode, decipher
sign, signature
protect, password protect, lock, secure, restrict
lock, freeze
share, publish, distribute, grant access, give access
publish, release, deploy, post, go live
deploy, deployment, release, ship, rollout, publish, host, go live
deploy, install
install, set up, add package
upgrade, update, bump
configure, configuration, config, setting, setup, preference, option
connect, link, attach, join, integrate
disconnect, unlink, detach
sync, synchronize, replicate
apply, submit
submit, send in, file
reply, respond, answer, response
ask, question, query, inquire
answer, solve, respond
discuss, chat, talk, conversation
brainstorm, ideas, ideation
remind, reminder, alert, alarm, notification
remember, memorize, keep in mind
notify, notification, alert, push message
learn, study, education, course, tutorial, lesson
teach, tutor, train, instruct
practice, exercise, drill
train, fit, fine tune
classify, categorize, label, tag, classification
detect, recognize, identify, spot, detection, recognition
match, pair
pick, choose, select, draw
roll, throw, toss, flip
shuffle, randomize, mix
resize, scale, shrink, enlarge, dimension
crop, trim, cut
rotate, turn, flip
highlight, emphasize, mark
annotate, comment, note, mark
format, style, layout, formatting, beautify, prettify
clean, cleanup, sanitize, strip, tidy
replace, substitute, swap
reverse, invert, flip
round, approximate
simulate, simulation, model, emulate, mimic
inspect, examine, look at
navigate, route, directions
travel, trip, journey, tour, vacation, holiday
visit, tour

# Qualities
latest, newest, recent, most recent, last, current
current, now, present, live, real time, realtime, today
upcoming, future, next, scheduled, forthcoming
past, historical, history, previous, earlier, archive
popular, trending, hot, viral
trend, trending
best, leading, top
rank, ranking, leaderboard
cheap, affordable, inexpensive, low cost, budget, discount, deal
expensive, luxury, premium
big, large, huge, biggest, largest
small, little, tiny, smallest
fast, quick, rapid, speed
near, nearby, close, closest, nearest, around, local, proximity, vicinity
free, available, vacant, availability
broken, invalid, dead
similar, alike, related, like, comparable
random, arbitrary, chance
unique, distinct
hidden, secret, private
public, open
old, outdated, obsolete, deprecated, stale
empty, blank
whole, entire, full, complete

# Files, text and documents
file, document
folder, directory
tree, hierarchy, structure, nested, recursive
hierarchy < organization chart, org chart, reporting line
directory, path
disk, storage, drive, filesystem
size, length, how big, dimension
path, location, filepath
text, string, content, words
text < sentence, paragraph, phrase, passage, snippet
word < vocabulary, term, synonym, definition, dictionary
line, row
page, sheet
document, doc, docx, word document
document < report, letter, contract, manual, paper, memo
spreadsheet, excel, workbook, worksheet, xlsx, xls
spreadsheet < google sheets, cell, sheet
worksheet, sheet, tab
presentation, powerpoint, slide deck, slides, pptx, deck, slideshow, keynote
slide, presentation
pdf, portable document
csv, comma separated, tabular
table, grid, tabular
column, field
chart, graph, plot, diagram, visualization, figure
diagram < flowchart, mind map, sequence diagram, org chart, fishbone, network graph, sankey, mermaid, uml
chart < pie, bar, line chart, scatter, histogram, treemap, radar, boxplot, funnel
flow, sankey
trend, over time, time series, line chart
outline, structure, mind map
markdown, md
html, web page, markup
template, boilerplate, pattern
footnote, endnote
header, heading, title
picture, image, photo, photograph, graphic, illustration, img, pic, snapshot
image < logo, icon, avatar, screenshot, thumbnail, png, jpg, jpeg, gif, svg, wallpaper, artwork
icon, symbol, glyph
emoji, emoticon, smiley
font, typeface
color, colour, palette
metadata, exif, properties, tag
ocr, text recognition, read text from image, extract text
barcode, qr code, qr
scan, scanner
archive, tar, zip, tarball
clipboard, copy paste
encoding, charset, unicode
regex, regular expression, pattern
diff, difference, changes
grep, search code, search files, search text
note, memo, jot, notes, annotation
note < journal, diary, idea
bookmark, favorite, saved, star
knowledge base, wiki, encyclopedia, knowledge
knowledge graph, entity, node, relation
memory, remember, recall, knowledge
label, tag, category
category, genre, type, class
identifier, id, code
key, token, credential
version, release, revision
history, log, past, record, timeline, activity
log, logs, journal, trace, event log
log, output, stdout, console output, print
comment, remark, feedback, note
review, rating, feedback, testimonial, critique, opinion
rating, score, stars, rate
feedback < survey, poll, questionnaire, complaint
form, questionnaire, survey
signature, sign

# Software
code, source code, programming, script, snippet
code < function, javascript, python, java, typescript, algorithm
programming, coding, developer, software development
software, program
repository, repo, codebase
repository < github, gitlab, bitbucket, open source
commit, check in, changeset
blame, who changed, last changed, annotate
stash, put aside, set aside, shelve
uncommitted, working tree, working directory, unstaged, staged
discard, throw away, drop, reset, clean
clone, download a repository, check out
fork, copy of a repository
merge, rebase, squash
conflict, merge conflict, collision
protect, lock, prevent, block, forbid
touch, changed, modified, affected
branch, fork
pull request, merge request, pr, mr
pull request < code review, review request, diff
issue, ticket, bug, defect, bug report, problem
bug, error, defect, crash, fault
error, exception, failure, fault, fail, failed
release, version, tag
contributor, collaborator, maintainer, committer
package, library, module, dependency
package < npm, pip, maven, pypi, gem, crate, artifact
vulnerability, security issue, exploit, cve, weakness, security
license, licence, legal
dependency, requirement
bundle, package
deprecated, obsolete, abandoned
documentation, docs, manual, reference, guide, readme, api reference
manual, instructions, guide, handbook, how to
api, endpoint, web service, rest
endpoint, url, route
webhook, callback, trigger
workflow, automation, pipeline, process, automate
pipeline, build, ci, continuous integration
test, testing, unit test, check, quality assurance
flaky, unreliable, intermittent, sometimes fail
coverage, code coverage, test coverage
build, compile
lint, code style, code quality, static analysis
debug, debugger, troubleshoot
server, host, machine, instance, node, computer
cluster, kubernetes, kubectl
kubernetes < pod, namespace, replica, ingress, node
container, docker, pod
image, container image
namespace, project, workspace
pod, container, workload
process, task, job
job, task, run
thread, process
command, shell, terminal, console, cli, bash, prompt
script, javascript, js, code, run script
shell < execute command, run command
environment variable, env, environment
database, table, sql, datastore
database < postgres, mysql, sqlite, mongodb, redis, collection, schema, index
sql, query, database query
record, row, entry, item
schema, structure, model, mapping, field definition
index, catalog
vector, embedding, semantic search, nearest neighbor, similarity search
upsert, insert
cache, buffer
queue, message queue, topic
metric, measurement, statistic, kpi, monitoring
metric < cpu, memory usage, disk usage, cpu usage, load, throughput
dashboard, report, panel
monitor < uptime, health, status, alert, metric, incident
incident, outage, downtime, alert
downtime, maintenance, maintenance window
performance, speed, latency, benchmark
performance < slow, load time, bottleneck, profiling
usage, consumption, quota, utilization, how much is used
limit, quota, cap, threshold, maximum
cloud < aws, azure, gcp, google cloud
virtual machine, vm, instance
function < lambda, serverless
bucket, object storage, s3
network, internet, connection
dns, domain name, nameserver
domain, website, domain name, hostname
domain < registrar, whois, ownership, tld
ip address, ip, ip lookup
port, socket
ping, latency, reachability, alive, up and running, heartbeat, health check
ssl, tls, certificate, https
url, link, web address, hyperlink, uri, website
navigate, go back, previous page, back button
short link, url shortener, shorten url
website, web page, site, webpage
web, internet, online, world wide web
website < blog, landing page, homepage, wordpress
web search, internet search, google, search engine, search online, bing, look up online, search the web
scrape, crawl, extract from website, scraping, web content
browser, chrome, web page, tab
tab, page, window
button, element, link
screenshot, screen capture, capture, screen grab, snapshot
screenshot < picture of the screen, capture the screen, photo of the page
console, logs
cookie, session
download page, fetch page
mobile, phone, smartphone, android, ios, device
device, hardware, gadget
simulator, emulator
user interface, ui, interface, frontend
dropdown, select, option, combo box, pick list
checkbox, radio button, toggle
dialog, popup, modal, alert box, pop up
hover, mouse over, move the mouse
drag, drop, drag and drop
network request, http request, network traffic, xhr, api call
headless, background
design, layout, mockup, prototype, figma
component, element, widget
animation, transition, motion
artificial intelligence, ai, machine learning, model
model < gpt, llm, neural network, deep learning
machine learning < regression, classification, clustering, neural network
prompt, instruction
chatbot, assistant, bot, agent
agent, assistant
think, reason, reasoning, thought, step by step, problem solving
dataset, data, data set
data < statistics, census, open data
open data, government data, dataset, public data
token, secret, api key
password, passphrase, credential, secret
hash, checksum, digest
uuid, guid, unique identifier
random, dice, number generator
json, object
xml, markup

# Work
project, workspace, board
task, todo, to do, action item, assignment, chore, to do list
task, subtask, smaller task, step
task < checklist, subtask, deadline
project management, task, planning, kanban, sprint, scrum, backlog, epic, story points
done, complete, finish, finished, completed, mark as done, mark complete
status, state, progress, stage
priority, urgency, importance
assignee, owner, responsible, assigned to
milestone, deadline, due date
board, kanban
team, group, squad
member, participant, user, attendee
user, account, profile, person, member
profile, bio, account, biography
role, permission, access, privilege
permission, access right, access control
company, business, corporation, firm, organization, enterprise
company < startup, employer, ceo, director, officer, founder, employee, headquarter, shareholder, industry, subsidiary
organization < nonprofit, charity, ngo, agency
employee, staff, worker, personnel
employee < payroll, leave, vacation request, hr, human resource
job, career, employment, vacancy, position, occupation, hiring, work
job < resume, cv, interview, salary, recruiter, cover letter
resume, cv, curriculum vitae
salary, wage, pay, compensation, income
recruit, hire, candidate, talent, recruitment
customer, client, buyer, consumer
customer < contact, lead, prospect, crm
sales, revenue, deal, selling
lead, prospect
marketing, advertising, promotion, campaign, ads
marketing < seo, brand, branding, newsletter, social media
advertisement, ad, ads, advert, commercial
seo, search engine optimization, keyword, ranking
brand, logo, company, trademark
copywriting, copy, content, marketing text
content, article, post, text
support, help desk, customer service, ticket
meeting, call, conference, appointment, conference call
event < meeting, appointment
create event < schedule a meeting, schedule meeting, book a meeting, arrange a meeting
meeting < zoom, video call, transcript
appointment, booking, meeting, visit
calendar, schedule, agenda, event, appointment
free, busy, availability, free time, meeting times, open slot
recurring, repeat, every week, weekly
attend, rsvp, accept invitation
colleague, coworker, teammate, team member
event, happening, occasion
event < concert, festival, conference, meetup, show
invoice, bill, receipt
invoice < billing
budget, spending, expense, finances
expense, cost, spending, expenditure
contract, agreement
email, mail, e-mail, inbox, gmail, outlook
unread, new message, not read
attachment, attached file, enclosure
spam, junk
recipient, to, cc, addressee
forward, pass on, redirect
email < newsletter, draft, spam
message, msg, text, sms, chat, dm
reaction, emoji, like, thumbs up
pin, pinned, stick
mention, at, tag someone
presence, online status, away, available
message < slack, whatsapp, telegram, discord, teams
sms, text message
channel, room, group
thread, conversation
contact, address book, phone number, people
phone, telephone, call, dial
voice, speech, audio, spoken
speech to text, transcribe, transcription, dictation
text to speech, speech synthesis, read aloud, voice
transcript, captions, subtitle, transcription
social media, social network, post
social media < twitter, facebook, instagram, tiktok, linkedin, reddit, tweet, hashtag, influencer, weibo
twitter, tweet, x
post, tweet, article, publish
follower, fan, subscriber
comment, reply
like, favorite, upvote

# Money
finance, financial, money, investing
finance < stock, bank, loan, investment, tax, budget, cryptocurrency, exchange rate, portfolio
stock, share, equity, ticker, stock market
stock < nasdaq, dow jones, s&p 500, ipo, dividend, option, wall street
ticker, symbol
price, cost, quote, rate, value, fee, how much
price < gold price, market price, fare
stock market, trading, stock exchange
invest, investment, portfolio, asset
portfolio, holdings, investments
holder, shareholder, owner, holdings
income statement, financial statement, earnings, profit and loss
financial statement < balance sheet, cash flow
earnings, profit, revenue, income
balance, account balance
bank, banking, account
bank < deposit, withdraw, savings
loan, mortgage, credit, borrowing, lending
interest, interest rate, compound interest
tax, vat, taxation
currency, exchange rate, foreign exchange, forex, money
currency < usd, eur, gbp, jpy, dollar, euro, pound, yen, yuan, rupee, peso, franc
cryptocurrency, crypto, coin, digital currency, blockchain
cryptocurrency < bitcoin, ethereum, litecoin, dogecoin, btc, eth, nft, token, wallet, defi, web3, ripple, altcoin
wallet, balance, account
insurance, coverage, policy
donate, donation, charity, nonprofit, giving
charity, nonprofit, philanthropy, cause
fund, etf, mutual fund
sentiment, mood, emotion, opinion
economy, economic, gdp, inflation, unemployment

# Shopping
product, item, goods, merchandise
product < laptop, smartphone, shoes, gadget, electronics, furniture, appliance, headphones, camera
shopping, shop, store, buy, purchase, product
store, shop, retailer, marketplace, supermarket, mall
store < amazon, ebay, walmart, grocery
order, purchase
order < tracking number, delivery, shipment
cart, basket
shipping, delivery, shipment, parcel, package tracking
discount, coupon, promo code, voucher, sale, deal, bargain, promotion, offer
price comparison, compare prices, compare products
gift, present, birthday present, souvenir
gift < birthday, anniversary, christmas, valentine
fashion, clothing, clothes, apparel, outfit, style, wear
clothing < dress, shirt, shoes, jacket, jeans, sweater
beauty, cosmetics, makeup, skincare
inventory, stock, warehouse
review, product review
warranty, guarantee

# Home and place
house, home, property, real estate
real estate, property, housing
property < apartment, flat, condo, villa, house, bedroom, mortgage, landlord, tenant
apartment, flat, condo, house
rental, rent, apartment, lodging
neighborhood, neighbourhood, area, district
furniture, interior, decor
smart home, light, thermostat, home automation
smart home < lamp, bulb, temperature, lock, device
garden, plant, gardening
plant, flower, houseplant, botany
pet, dog, cat, animal
animal, wildlife, species

place, location, venue, spot, point of interest
place < restaurant, hotel, museum, park, cafe, bar, attraction, landmark, school, hospital
location, address, coordinates, position, where, place
coordinates, latitude, longitude, geocode, geocoding, geolocation, gps
address, street
map, maps, cartography, geographic
direction, route, navigation, way, itinerary
route, path, directions, journey
route < shortest path, drive, walk, bike
distance, how far, length
commute, travel to work, travel time
traffic, congestion, road
meeting point, midpoint, middle, halfway
city, town, municipality
country, nation, state
region, area, province, state
population, inhabitants, demographic, census
elevation, altitude, height
timezone, time zone, local time
attraction, sightseeing, landmark, things to do, tourist
park, theme park, garden
school, university, college
school < education, kindergarten, campus
hospital, clinic, doctor
museum, exhibit, gallery, art
art, artwork, painting, exhibit, sculpture
art < artist
monument, landmark, heritage

# Travel
trip < flight, hotel, itinerary, destination, sightseeing, cruise, backpacking
travel < flight, hotel, airline, itinerary, visa, passport, destination, train, luggage
itinerary, travel plan, trip plan
destination, place to visit
flight, plane, airplane, airline, fly, airfare
flight < airport, boarding, departure, aviation
airport, airfield
aviation, pilot, aircraft
hotel, accommodation, lodging, stay, room, inn, resort, hostel
accommodation < airbnb, holiday rental, apartment rental, guest house, vacation rental
room, suite
train, rail, railway, ticket
train < transfer, station, metro, subway
bus, coach, public transport, transit
public transport, transit, metro, subway
taxi, cab, ride, uber, lyft
car, vehicle, automobile, auto
car < truck, suv, dealer, sedan, motorcycle
car rental, rent a car
electric vehicle, ev, electric car, charge car, charging station
fuel, petrol, gasoline, gas, diesel
parking, car park, parking lot
speed camera, radar
ship, vessel, boat, cruise
bike, bicycle, cycling
ticket, pass, admission

# Nature and time
weather, forecast, climate, meteorological
weather < rain, snow, temperature, wind, humidity, sunny, storm, hurricane, umbrella, cloud, hot, cold, uv
temperature, degree, celsius, fahrenheit
air quality, pollution, aqi, smog
earthquake, quake, seismic
disaster, emergency, hazard
surf, wave, beach
tide, sea level, ocean
sun, sunrise, sunset, solar
moon, lunar
space, astronomy, universe, planet, cosmos
space < nasa, mars, rover, star, galaxy, asteroid, satellite, telescope
environment, sustainability, carbon, emission, ecology
energy, power, electricity
time, clock, hour
date, day, calendar
date < holiday, birthday, deadline
holiday, public holiday, festivity
countdown, timer, stopwatch
alarm, wake up
duration, how long, length

# Food and health
food, meal, dish, cuisine
food < pizza, burger, vegetarian, vegan, snack, ingredient, grocery, restaurant, dinner, lunch, breakfast
recipe, cooking, cook, dish, meal, cuisine
recipe < ingredient, bake, dinner, breakfast, lunch, dessert, vegan, vegetarian, tofu, pasta, chicken, soup, cake
restaurant, dining, eatery, eat out, food place
restaurant < cafe, takeout, menu
menu, dishes
drink, beverage, cocktail, wine, beer, sake
diet, nutrition, meal plan, eating, healthy eating
diet < calorie, protein, vitamin, weight loss, keto, nutrient, lose weight, carbohydrate
nutrition, nutrient, calorie
health, medical, wellness, healthcare
health < disease, symptom, doctor, patient, medicine, sleep, mental health, therapy, diagnosis
medicine, drug, medication, pharmaceutical, pill
medicine < prescription, dose, side effect
disease, illness, condition, disorder, sickness
disease < cancer, diabetes, flu, covid, virus, infection
clinical trial, trial, study
recruit, enroll, enrollment
vaccine, immunization
gene, genetic, dna, genome, genomic
gene < variant, mutation
protein, molecule, compound
fitness, workout, exercise, gym, training, sport
fitness < running, yoga, cardio, strength, muscle, stretching, weight, jogging
habit, routine, daily routine, self improvement
habit < motivation, sleep, procrastination, discipline, meditation
meditation, mindfulness, relaxation, calm
mental health, therapy, psychology, counseling, stress, anxiety
personality, character, mbti, temperament
bmi, body mass index
doctor, physician
pregnant, pregnancy, baby
dating, relationship, love, partner
parent, child, kid, children, family

# Knowledge and media
news, headline, story, current events, article, latest news
news < politics, breaking, press, journalist, newspaper
article, paper, post, story
paper, research paper, academic, publication, article, scholarly, study, journal
paper < arxiv, citation, thesis, scientific, pubmed, literature, preprint
research, study, academic, science
science, scientific, scientist
fact, trivia, key fact, did you know
encyclopedia, wikipedia
education, learning, school, teaching
course, class, lesson, training, tutorial
course < online learning, udemy, coursera, certification, degree, lecture
language, linguistic
language < english, spanish, french, german, chinese, japanese, korean, grammar, pronunciation, vocabulary
translate < language, english, french, german, spanish, chinese, japanese
definition, meaning, define, dictionary
synonym, thesaurus
quote, saying, quotation, inspiration, motivation
quote < motivational, inspirational
motivation, inspiration, encouragement, affirmation
joke, funny, humor, pun, laugh, meme
poem, poetry, verse
story, tale, narrative, fiction, storytelling
story < bedtime, fairy tale, novel
writing, write, author, essay
writing < essay, blog, letter, cover letter, article
book, novel, literature, ebook, reading
book < author, isbn, library, fiction
author, writer
library, catalog
religion, bible, quran, scripture, faith, prayer
astrology, horoscope, zodiac, birth chart, fortune
astrology < tarot, fortune telling, destiny, numerology, birth date
law, legal, legislation, statute, regulation, attorney, lawyer, court
law < lawsuit, case, crime, divorce, patent, copyright, constitution
government, public, politics, official
politics, election, vote, congress, senate
crime, criminal, police
history, historic, historical
culture, tradition
philosophy, ethics

video, clip, movie, footage, film
video < youtube, stream, vimeo, avatar, subtitle, tiktok
youtube, video
movie, film, cinema, motion picture
movie < trailer, box office, imdb, oscar, comedy, plot
tv, television, tv show, series, show
tv show, series, tv, sitcom
show < episode, season, netflix, broadcast, streaming
season, episode
actor, cast, star, credits, starred, performer, crew, acted
director, crew, credits, directed, filmmaker
cast, crew, credits
person, people, celebrity
biography, life, born, birthday, born
logo, image, poster, backdrop
poster, image
soundtrack, music
keyword, tag
what to watch, movie recommendation
streaming, watch, netflix
trailer, video
release date, premiere, air date, on the air
music, song, audio, track, tune
music < album, playlist, artist, singer, band, concert, melody, spotify, lyrics, genre, jazz, rock
song, track, single, tune
artist, musician, singer, band, performer
hit, top track, popular song, best song
volume, loudness, sound, louder, quieter, turn up, turn down
loop, repeat
skip, next track, next song
rewind, fast forward, seek
speaker, device, headphones
listen, play, playback
favorite, favourite, top, liked, saved
cover, artwork, album art
lyrics, words of a song
album, record, discography, lp
playlist, queue, mix
player, playback
beat, rhythm, tempo, bpm
chord, harmony, melody, scale
audio, sound, sound effect
podcast, show, audio show, radio
podcast, episode
podcast < broadcast, host
radio, station
game, gaming, video game, play
game < chess, sudoku, puzzle, quiz, minecraft, fortnite, steam, league of legends, valorant, pokemon, xbox, playstation, nintendo
puzzle, riddle, crossword, sudoku, brain teaser
quiz, trivia, question
chess, chessboard, checkmate
card, deck
champion, hero, character
leaderboard, ranking, standings, top players, leader board
standings, ranking, league table
statistics, stats, stat, data, analytics, statistical
sport, sports, athletics
sport < football, soccer, basketball, baseball, tennis, nba, nfl, cricket, golf, hockey, team, league, match, premier league, tournament
football, soccer
match, game, fixture
score, result, points
player, athlete
team, club
league, tournament, championship, competition
coach, trainer
fantasy, fantasy league
race, racing, formula 1
olympics, medal

# Further fields
postal code, zip code, postcode, zip
phone number, caller id, area code, dialing code
license plate, vehicle registration, vin, number plate
barcode, upc, ean, isbn
profanity, swear word, bad word, offensive, toxic, moderation
plagiarism, originality, copied text
readability, reading level
face, facial recognition, portrait
background removal, remove background, cut out
upscale, super resolution, enhance image, sharpen
image generation, text to image, ai art, ai image, generate image
gif, animation, meme
anime, manga, comic, cartoon
captcha, robot check
proxy, tunnel, relay
firewall, inbound rule, security group
malware, virus, phishing, threat, antivirus
breach, leak, compromised, pwned
subdomain, dns record, mx record
backup, dump, snapshot
scale, replica, autoscale, number of instances
cron, recurring job, scheduled task, schedule
load balancer, reverse proxy, gateway
storage, bucket, blob, volume, disk
billing, invoice, bill, cost report
unit < mile, kilometer, km, inch, foot, meter, pound, kilogram, ounce, liter, gallon, celsius, fahrenheit, cup
convert units < mile, kilometer, inch, pound, kilogram, ounce, gallon
roman numeral, number format
age, how old, date of birth
leap year, day of the week, weekday
heart rate, pulse, blood pressure, vital signs
calorie, calories burned, energy intake
pharmacy, drugstore, prescription
dentist, physician, specialist, doctor
pollen, allergy, hay fever
trail, hiking, hike, outdoor, camping
ski, skiing, snowboard, slope
beach, coast, seaside
concert, gig, live music, show
theater, theatre, musical, play, broadway
toy, children, kids
wedding, marriage, bride
coffee, espresso, tea
flash card, quiz, exam, test prep
scholarship, admission, tuition
homework, math problem, exercise
freelance, contractor, gig
bond, treasury, yield
commodity, gold, silver, oil, precious metal
credit card, debit card, card
credit score, credit rating
iban, swift, routing number, account number
tax < income tax, tax return, deduction, refund
economy < gdp, inflation, unemployment, interest rate
lottery, jackpot, lotto
betting, odds, gambling, casino, bookmaker
light, lamp, bulb, brightness, dim
thermostat, heating, heater, air conditioner
lock, door, unlock
vacuum, robot, cleaning
security camera, surveillance, cctv
sensor, reading, measurement
flight status, flight tracking, delayed, on time
seat, boarding pass, gate
visa, passport, entry requirement
satellite, orbit, space station
wildfire, flood, fire, hurricane, tornado
emission, carbon footprint, co2, greenhouse
solar panel, renewable energy, wind power
patent, trademark, copyright, intellectual property
lawyer, attorney, legal advice
court, case, lawsuit, ruling, judgment
species, animal, plant, taxonomy
periodic table, element, chemical element
star sign, zodiac, horoscope
dream, interpretation, meaning
magic, trick, game
riddle, puzzle, brain teaser
baby name, name meaning, first name
translate < pronunciation, dialect, bilingual
chat history, conversation, transcript
knowledge, faq, help article
survey, poll, vote, questionnaire
crm < lead, deal, opportunity, pipeline, account
lead, opportunity, prospect
pipeline, funnel, deal stage
ticket < severity, escalation, support request
contract < clause, signature, agreement
onboarding, welcome, getting started
attendance, absence, leave, time off, vacation day
shift, roster, working hours, timesheet
stock level, in stock, inventory, availability
supplier, vendor, manufacturer
warehouse, fulfillment, stock
return, refund, exchange

# Numbers
mathematics, math, maths, arithmetic, algebra, calculation
calculator, calculate, math
calculate < square root, factorial, derivative, integral, percentage, area, volume, equation, sum, average, interest, bmi
sum, add, total, addition
subtract, minus, difference
multiply, product, times
divide, quotient, division
average, mean
median, middle value
mode, most frequent
standard deviation, variance, dispersion
probability, chance, likelihood, odds
correlation, relationship
regression, linear regression, trend line
equation, formula, solve, roots
derivative, differentiate, slope, calculus
integral, area under curve, integrate, calculus
area, surface
perimeter, circumference
volume, capacity
triangle, hypotenuse
circle, radius
prime, factor
factor, factorize, divisor
greatest common divisor, gcd, hcf, highest common factor
least common multiple, lcm
power, exponent, exponentiation
root, square root
matrix, vector, linear algebra
percentage, percent, ratio, proportion, share
pie < proportion, share, percentage, parts of a whole
fibonacci, sequence
permutation, combination
binary, bit
unit, measure
unit conversion, convert units, conversion
weight, mass
speed, velocity
velocity, speed
acceleration, gravity
force, physics
electric, electricity, magnetic
chemistry, chemical, molecule, reaction, element
biology, biological, cell
density, mass per volume
temperature, heat
`;

/** Abbreviations and their words; both ways, and as good as the word itself. */
export const englishAbbreviations = `
a11y = accessibility
acct = account
addr = address
admin = administrator
ai = artificial intelligence
amt = amount
app = application
appt = appointment
apt = apartment
args = arguments
asap = soon
attr = attribute
auth = authentication
authn = authentication
authz = authorization
auto = automatic
avg = average
aws = amazon web services
bg = background
bin = binary
btc = bitcoin
btn = button
cal = calendar
calc = calculate
cat = category
cd = continuous deployment
cfg = configuration
char = character
ci = continuous integration
cli = command line
cmd = command
col = column
config = configuration
conn = connection
conv = conversion
cpu = processor
crd = custom resource definition
crm = customer relationship management
cron = schedule
css = style sheet
ctx = context
db = database
del = delete
deps = dependencies
dept = department
desc = description
dest = destination
dev = development
diff = difference
dir = directory
dirs = directories
dl = download
dm = direct message
dns = domain name
dob = date of birth
doc = document
docs = documentation
docx = word document
dup = duplicate
eda = data analysis
ehr = health record
env = environment
err = error
eta = arrival time
eth = ethereum
ev = electric vehicle
exec = execute
expr = expression
faq = question
fav = favorite
fn = function
freq = frequency
fs = file system
func = function
fx = foreign exchange
gen = generate
geo = geographic
gh = github
gl = gitlab
gpu = graphics card
hr = human resource
i18n = internationalization
img = image
info = information
init = initialize
intl = international
io = input output
iot = smart device
ip = internet address
js = javascript
k8s = kubernetes
kb = knowledge base
kpi = metric
l10n = localization
lang = language
lat = latitude
len = length
lib = library
lng = longitude
loc = location
lon = longitude
max = maximum
md = markdown
mem = memory
mfa = multi factor authentication
mgmt = management
mgr = manager
min = minimum
ml = machine learning
mr = merge request
msg = message
msgs = messages
mtg = meeting
nft = token
nlp = natural language
ns = namespace
num = number
obj = object
ocr = text recognition
org = organization
os = operating system
param = parameter
pct = percent
pdf = document
perf = performance
perm = permission
pic = picture
pkg = package
poi = point of interest
pos = position
ppt = presentation
pptx = presentation
pr = pull request
prefs = preferences
prev = previous
prod = production
proj = project
ps = process
pub = publish
pwd = password
qa = quality assurance
qty = quantity
rand = random
rbac = role based access
rec = recommendation
recs = recommendations
ref = reference
reg = register
repo = repository
req = request
res = response
rev = revision
rm = remove
sched = schedule
sec = security
sig = signature
sms = text message
spec = specification
src = source
sso = single sign on
stat = statistic
std = standard
str = string
svc = service
sync = synchronize
sys = system
tbl = table
temp = temperature
tmp = temporary
todo = to do
trans = translate
ts = typescript
tts = text to speech
tx = transaction
txn = transaction
txt = text
tz = timezone
ui = user interface
url = web address
usr = user
util = utility
val = value
var = variable
vcs = version control
ver = version
vid = video
vm = virtual machine
vol = volume
vpn = private network
wf = workflow
wx = weather
xls = excel
xlsx = excel
yt = youtube
`;
