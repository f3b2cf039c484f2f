import { roleLabels } from '#kit/permissions/roles.ts';
import type { SampleSignIn } from '#start/sample/sign-ins.server.ts';

/**
 * Prints the product's address and, while sample data is loaded, its sign-ins; without an owner, the link to become
 * one.
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
