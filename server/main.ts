import { readEnv } from './env.ts';
import { type CreateRenderPage, openServer, type Server } from './open-server.ts';

/** The process: environment → database → listen → close. Ends it with one clear line on failure. */
export async function main(createRenderPage: CreateRenderPage) {
  let server: Server | undefined;
  try {
    const env = readEnv();
    server = await openServer(env, createRenderPage);
    const address = await server.app.listen({ port: env.PORT, host: env.HOST });
    console.log(`Tasuki is ready: ${address}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    await server?.close();
    process.exit(1);
  }
  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Started by scripts/start.js: when that process is gone, nobody could stop us any more.
  process.on('disconnect', close);
}
