import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from './app.server.ts';

const foreverSeconds = 31_536_000;

/**
 * Static files of the build, precompressed. Files under /assets have a hash in their names and never change; the rest
 * expires after an hour.
 */
export async function staticRoutes(app: App, folder: string) {
  if (!existsSync(folder)) return;
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      if (/\.svg(\.(br|gz))?$/.test(path)) {
        reply.header('content-type', 'image/svg+xml; charset=utf-8');
      }
      reply.header(
        'cache-control',
        path.startsWith(join(folder, 'assets'))
          ? `public, max-age=${foreverSeconds}, immutable`
          : 'public, max-age=3600',
      );
    },
  });
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    // Dot files are internal to the build; @fastify/static finds a file's compressed copy itself.
    if (entry.name.startsWith('.') || /\.(br|gz)$/.test(entry.name)) continue;
    const url = entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`;
    const config = { allow: 'anyone', isNeverShed: true } as const;
    app.get(url, { config, schema: { hide: true } }, (request, reply) =>
      reply.sendFile(decodeURIComponent(request.url.split('?')[0] ?? '').slice(1)),
    );
  }
}
