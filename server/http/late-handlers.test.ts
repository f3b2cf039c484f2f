import { afterAll, expect, test } from 'vitest';
import { refuse } from '#domain/errors/refusal.ts';
import { testApp, testOrigin } from '#test/test-app.ts';
import { buildApp } from './app.ts';

const { services } = await testApp();
const lines: string[] = [];
/** Ends the handlers that wait, as each says. */
const ends: (() => void)[] = [];
const ended = () => new Promise<void>((resolve) => ends.push(resolve));
const slow = { config: { allow: 'anyone' }, handlerTimeout: 20 } as const;

const app = await buildApp(services, {
  logLevel: 'warn',
  logStream: { write: (line) => void lines.push(line) },
  publicUrl: testOrigin,
  mount(scope) {
    scope.get('/sends', slow, async (_request, reply) => {
      await ended();
      return reply.header('x-late', 'true').send('late');
    });
    scope.get('/answers', slow, async () => {
      await ended();
      return 'late';
    });
    scope.get('/refuses', slow, async () => {
      await ended();
      throw refuse('NotFound', 'late');
    });
    scope.get('/in-time', slow, async (_request, reply) => reply.send('in time'));
  },
});
afterAll(() => app.close());

test.each(['/sends', '/answers', '/refuses'])(
  'a handler that %s after its time is answered for once, and nothing is sent again',
  async (url) => {
    lines.length = 0;
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.json().type]).toEqual([503, 'ServiceUnavailable']);
    expect(reply.headers['x-late']).toBeUndefined();
    for (const end of ends.splice(0)) end();
    // Another request passes after all that the ended handler does.
    expect((await app.inject('/in-time')).body).toBe('in time');
    expect(lines.join('')).not.toMatch(/already sent|reply\.sent/);
  },
);
