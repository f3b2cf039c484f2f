import { announce } from './announce.ts';
import { readEnv } from './env.ts';
import { logConsoleAsLines } from './observing/console-lines.ts';
import { type CreateRenderPage, openServer, type Server } from './open-server.ts';
import { startFailure } from './start-failure.ts';

/** The process: environment → database → listen → close. Ends it with one clear line on failure. */
export async function main(createRenderPage: CreateRenderPage) {
  // For whoever starts it at a terminal; all else is for the log.
  const say = console.error;
  logConsoleAsLines();
  let opening: Promise<Server> | undefined;
  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    // Whoever asks in the middle of a start waits for it, so that its database is not left behind.
    const server = await opening?.catch(() => undefined);
    await server?.close();
    process.exit(0);
  };
  // Before the start, for the first signal may come as soon as readiness is announced.
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Started by scripts/start.js: when that process is gone, nobody could stop us any more.
  process.on('disconnect', close);
  try {
    const env = readEnv();
    opening = openServer(env, createRenderPage);
    const { app, sampleSignIns, setupUrl } = await opening;
    const address = await app.listen({ port: env.PORT, host: env.HOST });
    announce(env.PUBLIC_URL || address.replace('127.0.0.1', 'localhost'), sampleSignIns, setupUrl);
  } catch (error) {
    if (isClosing) return;
    isClosing = true;
    say(await startFailure(error));
    const server = await opening?.catch(() => undefined);
    await server?.close();
    process.exit(1);
  }
}
