import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Role, roles } from '#kit/permissions/roles.ts';

/** People of the sample with access to the admin area; donors are numbered (people.ts). */
export const sampleUids = {
  staff: 'sample-staff',
  operator: 'sample-operator',
  owner: 'sample-owner',
  warehouse: 'sample-warehouse',
  accountant: 'sample-accountant',
  auditor: 'sample-auditor',
} as const satisfies Record<Exclude<Role, 'donor'>, string>;

/** A sign-in of the sample, as a start prints it. */
export const SampleSignIn = z.object({
  role: z.enum(roles),
  email: z.string(),
  password: z.string(),
});
export type SampleSignIn = z.infer<typeof SampleSignIn>;

export const signInEmails: Record<Role, string> = {
  donor: 'donor@mihon.example',
  staff: 'staff@mihon.example',
  operator: 'operator@mihon.example',
  owner: 'owner@mihon.example',
  warehouse: 'warehouse@mihon.example',
  accountant: 'accountant@mihon.example',
  auditor: 'auditor@mihon.example',
};

// Without look-alike letters; twelve of them are 59 bits.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password like "k7mw-2pqd-x9ht": random for each installation, never from the seed. */
export function makePassword(): string {
  const part = () =>
    Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${part()}-${part()}-${part()}`;
}
