/** `npm run build`: everything that stands between the sources and a server that can start. */
import { join } from 'node:path';
import { precompress } from './precompress.js';
import {
  fail,
  install,
  isBuilt,
  markBuilt,
  programOf,
  refuseWhileRunning,
  root,
  runNode,
  say,
  sourcesHash,
} from './setup.js';

const env = { ...process.env, NODE_ENV: 'production' };

install();
if (!process.argv.includes('--if-due') || !isBuilt()) await build();

async function build() {
  refuseWhileRunning();
  say('ビルドしています… / Building');
  // Each of these skips itself when what it makes is fresh.
  run([join('scripts', 'build-postal-data.ts')]);
  run([join('scripts', 'build-assets.ts')]);
  // Taken before the long step: an edit made meanwhile must not pass for built.
  const hash = sourcesHash();
  run([programOf('@react-router/dev', 'react-router'), 'build']);
  await precompress(join(root, 'build', 'client'));
  markBuilt(hash);
}

function run(args) {
  const { status } = runNode(args, { env });
  if (status !== 0) {
    fail(`ビルドできませんでした（${args.join(' ')}）。 / A step of the build failed.`);
  }
}
