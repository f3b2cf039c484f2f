import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';

const { app } = await testApp();

type Document = { paths: Record<string, Record<string, { security?: unknown; summary?: string }>> };

test('the OpenAPI document lists every call under /api with a summary and who may make it', async () => {
  const reply = await app.inject('/api/openapi.json');
  const { paths } = reply.json<Document>();
  for (const { method, url, allow } of app.policies) {
    if (!url.startsWith('/api/') || /^\/api\/(auth|docs|openapi)/.test(url)) continue;
    if (method === 'OPTIONS') continue;
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.summary, `${method} ${url}`).toBeTruthy();
    expect(operation?.security, `${method} ${url}`).toEqual(
      allow === 'anyone' ? undefined : [{ bearer: [] }],
    );
  }
});

test('the readable page names the calls and runs no script', async () => {
  const reply = await app.inject('/api/docs');
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.body).toContain('/api/associates');
  expect(reply.body).not.toContain('<script');
});
