/** `npm run build`: everything that a server needs built from the sources before it can start. */
import { join } from 'node:path';
import { precompress } from './precompress.js';
import {
  fail,
  generate,
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
  generate();
  // Computed before the long step: an edit made meanwhile must not count as built.
  const hash = sourcesHash();
  const bundler = [programOf('@react-router/dev', 'react-router'), 'build', '--logLevel', 'warn'];
  if (runNode(bundler, { env }).status !== 0) {
    fail('ビルドできませんでした。上のメッセージをご覧ください。 / The build failed.');
  }
  await precompress(join(root, 'build', 'client'));
  markBuilt(hash);
}
