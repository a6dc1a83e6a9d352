import { FormData, type RequestInit as UndiciInit } from "undici";

/**
 * What the given request and options say, in undici's own classes where it recognises no others: Node's built-in
 * `Request` and `FormData` come from another copy of it.
 */
export function portableInit(request: Request | undefined, init: RequestInit | undefined): UndiciInit {
  const fields = {
    ...(request && {
      method: request.method,
      headers: [...request.headers],
      body: request.body,
      redirect: request.redirect,
      signal: request.signal,
    }),
    ...init,
  };
  const body = fields.body instanceof globalThis.FormData ? copyForm(fields.body) : fields.body;
  return { ...fields, body, ...(body instanceof ReadableStream && { duplex: "half" }) } as object;
}

function copyForm(form: globalThis.FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) {
    if (typeof value === "string") copy.append(name, value);
    else copy.append(name, value, value.name);
  }
  return copy;
}
