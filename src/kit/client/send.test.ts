import { expect, test } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { addressOf, send } from './send.ts';

test('a call is addressed by its parameters, and by what of the query is said', () => {
  expect(addressOf('GET /api/office/remittances/:id', { params: { id: 'run:森/1' } })).toBe(
    '/api/office/remittances/run%3A%E6%A3%AE%2F1',
  );
  const query = { periodTo: '', transferOn: '2026-11-25' };
  expect(addressOf('GET /api/office/remittance-runs/next', { query })).toBe(
    '/api/office/remittance-runs/next?transferOn=2026-11-25',
  );
  expect(addressOf('GET /api/office/remittance-runs/next')).toBe(
    '/api/office/remittance-runs/next',
  );
});

test('a call is sent by its method, with its body and key, and answers what it declares', async () => {
  const server = apiServer();
  const body = { periodTo: '2026-10-31', transferOn: '2026-11-25', after: '' };
  const answer = send('POST /api/office/remittance-runs', { body, idempotencyKey: 'k' });
  await server.answer({ run: { number: '2026-012' } });
  expect((await answer).run.number).toBe('2026-012');
  expect(server.sent).toEqual([{ to: 'POST /api/office/remittance-runs', body, key: 'key 1' }]);
});

test('what no call is declared to take does not compile', () => {
  const never = () => [
    // @ts-expect-error No call has this address.
    addressOf('GET /api/office/remittance-run'),
    // @ts-expect-error A parameter is missing.
    addressOf('GET /api/office/remittances/:id'),
    // @ts-expect-error It is named otherwise.
    addressOf('GET /api/office/remittances/:id', { params: { runId: 'r1' } }),
    // @ts-expect-error A field of the body is missing.
    send('POST /api/office/remittance-runs/:runId/drop', { params: { runId: 'r' }, body: {} }),
    // @ts-expect-error A file is saved, not read as JSON.
    send('GET /api/office/remittances.csv'),
  ];
  expect(never).toBeTypeOf('function');
});
