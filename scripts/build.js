/** `npm run build`: builds everything that a server needs before it can start. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { precompress } from './precompress.js';
import {
  failUnprepared,
  generate,
  install,
  isBuilt,
  isWritable,
  markBuilt,
  productNode,
  programOf,
  refuseWhileRunning,
  root,
  sourcesHash,
} from './setup.js';
import { runQuietly, step } from './steps.js';

const env = { ...process.env, NODE_ENV: 'production' };

await install('product');
if (!process.argv.includes('--if-due') || !isBuilt()) await build();

async function build() {
  if (!isWritable(root)) failUnprepared();
  refuseWhileRunning();
  await generate();
  // Computed before the long step: an edit made meanwhile must not count as built.
  const hash = sourcesHash();
  const bundler = [programOf('@react-router/dev', 'react-router'), 'build', '--logLevel', 'warn'];
  await step(
    'ビルドしています / Building',
    'ビルドできませんでした。上のメッセージをご覧ください。 / The build failed; see above.',
    async () => {
      const bundlerOutput = await runQuietly(productNode(), bundler, { cwd: root, env });
      // For debugging, and for the test that it contains no warning.
      writeFileSync(join(root, 'build', 'bundler.log'), bundlerOutput);
      await precompress(join(root, 'build', 'client'));
    },
  );
  markBuilt(hash);
}
