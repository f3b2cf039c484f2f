/** The function that sends a request; `fetch` by default. */
export type Transport = (
  path: string,
  request: { method: string; headers: Headers; body: BodyInit | undefined; signal?: AbortSignal },
) => Promise<Response>;

/** Longer than the server waits for a body, so that no response can come after it. */
const timeoutMs = 170_000;

/**
 * Like fetch, but reports the share of the body sent, from 0 to 1, for large files. Throws like fetch when the
 * connection breaks or the signal aborts.
 */
export const progressTransport =
  (onProgress: (share: number) => void): Transport =>
  (path, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const ended = () => reject(new DOMException('ended by the person', 'AbortError'));
      if (signal?.aborted) return ended();
      const request = new XMLHttpRequest();
      const stop = () => request.abort();
      request.open(method, path);
      request.timeout = timeoutMs;
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('the connection broke off'));
      request.ontimeout = () => reject(new TypeError('no answer came in time'));
      request.onabort = ended;
      request.onloadend = () => signal?.removeEventListener('abort', stop);
      signal?.addEventListener('abort', stop);
      request.send(body as XMLHttpRequestBodyInit | undefined);
    });

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const hasBody = request.status !== 204 && request.status !== 304;
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
