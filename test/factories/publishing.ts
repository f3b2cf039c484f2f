import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from '#test/test-app.ts';

/** Saves a draft of versioned content and publishes it. Returns both responses. */
export async function publishContent(
  { app }: Pick<TestApp, 'app'>,
  {
    path,
    content,
    headers,
    holdsFrom = '',
  }: { path: string; content: object; headers: Record<string, string>; holdsFrom?: string },
): Promise<LightMyRequestResponse> {
  const post = (name: string, payload: object, etag: string | undefined) =>
    app.inject({
      method: 'POST',
      url: `${path}/${name}`,
      headers: { ...headers, ...(etag ? { 'if-match': etag } : {}) },
      payload,
    });
  const shown = await app.inject({ url: path, headers });
  const saved = await post('draft', { content }, shown.headers.etag);
  if (saved.statusCode !== 200) return saved;
  return post('publish', { note: '', holdsFrom }, saved.headers.etag);
}
