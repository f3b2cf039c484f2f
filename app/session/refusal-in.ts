import type { ErrorBody } from '#domain/errors/error-body.ts';
import type { Refusal } from '#domain/errors/refusal.ts';

const unavailableMessage =
  'ただいまアクセスが集中しているか、準備中です（Service Unavailable）。少し時間をおいてから、もう一度お試しください。';
const busyMessage = 'ただいま混み合っています。少し時間をおいて、もう一度お試しください。';

/**
 * The refusal in a response that is no success; one without our error body is derived from its status. A page
 * in its place is that of a proxy or of a network's own login: throws as if nothing had answered.
 */
export async function refusalIn(response: Response): Promise<Refusal> {
  const text = await response.text();
  if (/^\s*</.test(text)) throw new TypeError('something else than the API answered');
  const body = errorBodyIn(text);
  if (!body?.type) {
    const type = response.status === 503 ? 'ServiceUnavailable' : 'InternalError';
    return { type, message: busyMessage };
  }
  // The API's words for it are the standard's, in English.
  return body.message === 'Service Unavailable' ? { ...body, message: unavailableMessage } : body;
}

function errorBodyIn(text: string): ErrorBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
