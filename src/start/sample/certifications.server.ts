import { addDays, jstDay } from '#kit/values/timestamp.ts';
import type { associateCertifications } from '#organisations/associates/associate-tables.server.ts';
import { firstMonth } from './calendar.server.ts';
import type { SampleOrganisation } from './organisations.server.ts';
import { randomOf } from './random.server.ts';

type CertificationRow = typeof associateCertifications.$inferInsert;

const validity = ['valid', 'valid', 'expiring', 'valid', 'valid', 'expired', 'valid'] as const;

/** Certifications on record: most are valid, some end within two months, some have ended. */
export function certificationRows(
  seed: number,
  organisations: readonly SampleOrganisation[],
  now: Date,
): CertificationRow[] {
  const random = randomOf(seed, 'certifications');
  const today = jstDay(now);
  let drawn = 0;
  return organisations.flatMap(({ id, prefecture, focus: { classification } }) => {
    const kind = certificationKinds[classification as keyof typeof certificationKinds];
    if (!kind) return [];
    const { years, title, renews } = kind;
    const state = validity[drawn++ % validity.length];
    const days = years * 365;
    const left = { valid: random.int(90, days - 30), expiring: random.int(7, 58), expired: 0 };
    const expiresOn = addDays(
      today,
      state === 'expired' || state === undefined ? -random.int(5, 200) : left[state],
    );
    const certification = (expires: string) => ({
      associateId: id,
      number: `見本${title}第${String(random.int(1, 9_999)).padStart(4, '0')}号`,
      authority: `${prefecture}知事（見本）`,
      certifiedOn: addDays(yearsBefore(expires, years), 1),
      expiresOn: expires,
      hasTaxCredit: true,
    });
    if (!renews) return [certification(expiresOn)];
    // With earlier ones, back to the first gifts.
    const renewed: CertificationRow[] = [];
    for (let ends = expiresOn; ends >= `${firstMonth}-01`; ends = yearsBefore(ends, years)) {
      renewed.unshift(certification(ends));
    }
    return renewed;
  });
}

/** The same day of an earlier year, YYYY-MM-DD. */
function yearsBefore(day: string, years: number): string {
  const [year, monthDay] = [Number(day.slice(0, 4)) - years, day.slice(5)];
  return `${year}-${monthDay === '02-29' ? '02-28' : monthDay}`;
}

const certificationKinds = {
  'approved-npo': { years: 5, title: '認', renews: true },
  'specially-approved-npo': { years: 3, title: '特認', renews: false },
  'public-interest-incorporated': { years: 5, title: '公社', renews: true },
  'public-interest-foundation': { years: 5, title: '公財', renews: true },
} as const;
