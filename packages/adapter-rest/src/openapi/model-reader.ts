import type { ApiVersion } from "./document-text.js";
import type { Documents } from "./documents.js";
import type { Operation } from "./operation.js";
import { findParameters, readParameters } from "./parameters.js";
import { readBody, readOldBody } from "./request-body.js";
import type { RequestModel } from "./request-model.js";

/** Brings an operation of any version to the one model. No schema is looked into. */
export function readModel(operation: Operation, documents: Documents, version: ApiVersion): RequestModel {
  const flaws: string[] = operation.path.startsWith("/") ? [] : ["its path does not begin with /"];
  const found = findParameters(operation, documents, flaws);
  const parameters = readParameters(found, version, operation.path, flaws);
  const written = version === "2.0" ? undefined : readBody(operation, documents, flaws);
  // Parameters that are the body are of 2.0, and are written after it as well.
  const body = written ?? readOldBody(found, typesIn(operation.fields["consumes"] ?? documents.root["consumes"]));
  return { parameters, body, flaws };
}

function typesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((type) => typeof type === "string") : [];
}
