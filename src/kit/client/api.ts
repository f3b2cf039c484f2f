import { type Refusal, refuse } from '#kit/errors/refusal.ts';
import { askForSecondFactor } from '#people/session/second-factor/request.ts';
import { accessToken } from './access-token.ts';
import type { Transport } from './progress-transport.ts';
import { refusalIn } from './refusal-in.ts';
import { notifyForbidden, notifySecondFactorNeeded } from './session-end-events.ts';
import { hasSessionFlag } from './session-flag.ts';

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a FormData as it is. */
  body?: unknown;
  /** The key of one attempt, so that a retry has no second effect. */
  idempotencyKey?: string;
  /**
   * The version that was shown when an edit began; the server refuses a stale one with Conflict.
   */
  ifMatch?: string;
  /** Sends without a token: a sign-in request with an old token would be refused. */
  isAnonymous?: boolean;
  signal?: AbortSignal;
  /** Replaces fetch: progressTransport for large files. */
  transport?: Transport;
};

const methodOf = ({ method, body }: ApiRequest) => method ?? (body === undefined ? 'GET' : 'POST');

async function ask(path: string, request: ApiRequest, token: string | undefined) {
  const { body, signal, transport = fetch } = request;
  const isForm = body instanceof FormData;
  const headers = new Headers({ accept: 'application/json' });
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey);
  if (request.ifMatch) headers.set('if-match', request.ifMatch);
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  return transport(path, {
    method: methodOf(request),
    headers,
    signal,
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  });
}

/**
 * Calls the API and returns the raw response, with the bearer token of a signed-in person. A
 * refused token is renewed once; where the second factor has to be shown first, the person is asked
 * for it, and the same request is sent once more. Throws every refusal with its `refusal`, and
 * without a response what fetch throws.
 */
export async function apiResponse(path: string, request: ApiRequest = {}): Promise<Response> {
  const response = await answerTo(path, request);
  if (response.ok) return response;
  const refusal = await noted(path, request, response);
  if (refusal.template !== 'show-second-factor') throw thrown(refusal);
  if (!(await askForSecondFactor())) throw thrown(refusal);
  const again = await answerTo(path, request);
  if (again.ok) return again;
  throw thrown(await noted(path, request, again));
}

const thrown = ({ type, message, ...more }: Refusal) => refuse(type, message, more);

async function answerTo(path: string, request: ApiRequest): Promise<Response> {
  const { isAnonymous = false } = request;
  const token = isAnonymous ? undefined : await accessToken();
  let response = await ask(path, request, token);
  if (response.status === 401 && !isAnonymous && (token !== undefined || hasSessionFlag())) {
    const renewed = await accessToken({ isFresh: true });
    if (renewed !== undefined) response = await ask(path, request, renewed);
  }
  return response;
}

/** The refusal in a response, once what follows from it for the session is under way. */
async function noted(path: string, request: ApiRequest, response: Response): Promise<Refusal> {
  const refusal = await refusalIn(response);
  // An expected failure is no defect: console.error is kept for those.
  console.warn(`${methodOf(request)} ${path} answered ${response.status}`);
  if (refusal.template === 'second-factor-needed') notifySecondFactorNeeded();
  else if (response.status === 403 && refusal.template === undefined) notifyForbidden();
  return refusal;
}

/** Calls the API and returns the JSON of its response, typed by the caller: our server checks it. */
export async function api<Answer>(path: string, request: ApiRequest = {}): Promise<Answer> {
  return (await apiResponse(path, request)).json() as Promise<Answer>;
}
