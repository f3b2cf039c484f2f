import { roleLabels } from '#domain/auth/roles.ts';
import type { SampleSignIn } from './db/sample/sign-ins.ts';

/** Says where the product is to be found and, while sample data is loaded, who can sign in. */
export function announce(address: string, signIns: SampleSignIn[]) {
  console.log(`たすきの準備ができました / Tasuki is ready: ${address}`);
  if (signIns.length > 0) console.log('見本データのログイン / Sample sign-ins:');
  for (const { role, email, password } of signIns) {
    console.log(`  ${roleLabels[role]} (${role})  ${email}  ${password}`);
  }
}
