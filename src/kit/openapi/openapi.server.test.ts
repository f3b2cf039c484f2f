import { brotliDecompressSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';

const { app } = await testApp();

type Operation = {
  operationId: string;
  security?: unknown;
  summary?: string;
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type Document = { paths: Record<string, Record<string, Operation>>; components: object };

const document = (await app.inject('/api/openapi.json')).json<Document>();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
);

test('the OpenAPI document lists every call under /api with a summary and who may make it', () => {
  for (const { method, url, allow } of app.policies) {
    if (!url.startsWith('/api/') || /^\/api\/(auth|docs|openapi)/.test(url)) continue;
    if (method === 'OPTIONS') continue;
    const operation = document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.summary, `${method} ${url}`).toBeTruthy();
    expect(operation?.security, `${method} ${url}`).toEqual(
      allow === 'anyone' ? [] : [{ bearer: [] }],
    );
  }
});

/**
 * Accepted warnings of the linter: a literal beside a parameter, which routers distinguish, and a redirect by 303.
 */
const tolerated = [
  /^Paths should resolve unambiguously\./,
  /^Operation must have at least one `2XX` response\.$/,
];

test('the linter of a house that knows OpenAPI finds nothing in it', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  const told = problems.map(({ message, location }) => `${message} ${location[0]?.pointer}`);
  const isTolerated = (text: string) =>
    tolerated.some((one) => one.test(text.replace(/ #.*$/, '')));
  expect(told.filter((text) => !isTolerated(text))).toEqual([]);
  expect(told.length).toBeLessThanOrEqual(4);
});

test('every call has a name of its own, and says how it is refused', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z][a-zA-Z0-9]+$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const spoken = operations.filter(
    ({ responses }) =>
      JSON.stringify(responses['4XX']?.content).includes('ErrorBody') &&
      JSON.stringify(responses['5XX']?.content).includes('ErrorBody'),
  );
  expect(spoken).toHaveLength(operations.length);
});

test('a form is described part by part', () => {
  const forms = operations.flatMap(({ path, requestBody }) => {
    const form = requestBody?.content['multipart/form-data']?.schema as
      | { properties: object }
      | undefined;
    return form ? [`${path}: ${Object.keys(form.properties).join(', ')}`] : [];
  });
  expect(forms).toContain('/api/applications/identity-papers: papers, image');
  expect(forms).toContain('/api/csv/appraisal-result: csv, items, overrideReason');
  expect(forms).toHaveLength(17);
});

test('the readable page names the calls and runs no script', async () => {
  const reply = await app.inject('/api/docs');
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(reply.body).toContain('/api/associates');
  expect(reply.body).not.toContain('<script');
});

test('document and page are sent compressed where that is accepted', async () => {
  for (const url of ['/api/docs', '/api/openapi.json']) {
    const plain = await app.inject(url);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual([
      'br',
      'accept-encoding',
    ]);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload);
  }
});
