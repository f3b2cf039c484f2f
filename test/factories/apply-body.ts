import { randomBytes, randomUUID } from 'node:crypto';
import type { ApplyBody } from '#giving/applications/application.ts';
import { visitorUid } from '#giving/applications/application.ts';

/** Body of an application by a visitor, for the organisation `ao` or the fund of animals. */
export function applyBody({
  uid = visitorUid,
  kind = 'direct',
  application = {},
  applicant = {},
  applicantAddress = {},
}: {
  uid?: string;
  kind?: 'direct' | 'fund';
  application?: Record<string, unknown>;
  applicant?: Partial<ApplyBody['applicant']>;
  applicantAddress?: Partial<ApplyBody['applicantAddress']>;
} = {}) {
  const target =
    kind === 'direct'
      ? { associateId: 'ao' }
      : { socialChallengeId: 'animal', birth: '1980-01-02', occupation: '会社員' };
  return {
    uid,
    application: {
      kind,
      ...target,
      frequency: 'once',
      products: ['clothes', 'bags'],
      boxes: 2,
      deliveryDate: '',
      deliverySlot: '12',
      needReceipt: true,
      agreed: true,
      ...application,
    },
    applicant: {
      lastName: '髙橋',
      firstName: '花子',
      lastNameKana: 'たかはし',
      firstNameKana: 'はなこ',
      email: 'hanako@tasuki.example',
      tel: '090-1234-5678',
      ...applicant,
    },
    applicantAddress: {
      zipcode: '100-0001',
      prefecture: '東京都',
      line1: 'みほん市見本町',
      line2: '1-2-3',
      building: '',
      ...applicantAddress,
    },
  };
}

/**
 * A guest without any used rate limits: a fresh e-mail, and a header with a fresh address for a
 * server with TRUST_PROXY=1.
 */
export const unknownGuest = () => ({
  email: `${randomUUID()}@tasuki.example`,
  headers: { 'x-forwarded-for': `10.${randomBytes(3).join('.')}` },
});
