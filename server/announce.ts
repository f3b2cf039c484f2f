import { roleLabels } from '#domain/auth/roles.ts';
import type { SampleSignIn } from './db/sample/sign-ins.ts';

/**
 * Says where the product is to be found and, while sample data is loaded, who can sign in; where nobody runs the
 * service yet, the link by which somebody becomes its owner.
 */
export function announce(address: string, signIns: SampleSignIn[], setupUrl?: string) {
  console.log(`たすきの準備ができました / Tasuki is ready: ${address}`);
  if (signIns.length > 0) console.log('見本データのログイン / Sample sign-ins:');
  for (const { role, email, password } of signIns) {
    console.log(`  ${roleLabels[role]} (${role})  ${email}  ${password}`);
  }
  if (setupUrl)
    console.log(`開設はこちらから（一度だけ使えます） / Set up the service (once): ${setupUrl}`);
}
