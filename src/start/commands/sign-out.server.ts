import { parseArgs } from 'node:util';
import { type SignOutTarget, signOut } from '#people/sign-out/sign-out.server.ts';
import { runCommand, withDatabase } from '#start/command.server.ts';

const usage = 'npm run sign-out -- --email ADDRESS\nnpm run sign-out -- --everybody';

function readWhose(): SignOutTarget {
  const options = { email: { type: 'string' }, everybody: { type: 'boolean' } } as const;
  const { email, everybody } = parseArgs({ options }).values;
  if (everybody === true && email === undefined) return 'everybody';
  if (email !== undefined && everybody === undefined) return { email };
  throw new Error('one of the two');
}

// `npm run sign-out`: ends the sessions of one person or of everyone, for example after a theft.
await runCommand({ usage, read: readWhose }, (whose, env) =>
  withDatabase(env, {}, async (db) => {
    const count = await signOut(db, whose, { clock: () => new Date() });
    if (count === undefined)
      throw new Error(
        'このメールアドレスのアカウントはありません。アドレスをご確認ください。 / No account has this e-mail address: check it.',
      );
    console.log(
      count > 0 ? `${count}件のログインを終わらせました。` : '続いているログインはありません。',
    );
  }),
);
