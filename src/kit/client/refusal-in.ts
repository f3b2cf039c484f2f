import type { ErrorBody } from '#kit/errors/error-body.ts';
import type { Refusal } from '#kit/errors/refusal.ts';

const unavailableMessage =
  'ただいまアクセスが集中しているか、準備中です（Service Unavailable）。少し時間をおいてから、もう一度お試しください。';
const busyMessage = 'ただいま混み合っています。少し時間をおいて、もう一度お試しください。';

/**
 * The refusal in an error response; derived from the status without an error body of ours. An HTML page comes from a
 * proxy or a captive portal: throws as for no response.
 */
export async function refusalIn(response: Response): Promise<Refusal> {
  const text = await response.text();
  if (/^\s*</.test(text)) throw new TypeError('something else than the API answered');
  const body = errorBodyIn(text);
  if (!body?.type) {
    const type = response.status === 503 ? 'ServiceUnavailable' : 'InternalError';
    return { type, message: busyMessage };
  }
  // The API sends the standard's English text for this status.
  return body.message === 'Service Unavailable' ? { ...body, message: unavailableMessage } : body;
}

function errorBodyIn(text: string): ErrorBody | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
