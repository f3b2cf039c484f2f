import { expect, test } from 'vitest';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { renderedHtml } from '#test/rendered.ts';
import { ApplicantFacts } from './application-facts.tsx';

const application = {
  email: 'm%40a.jp?bcc=evil@example.jp',
  tel: '0312345678',
  uid: null,
  birth: '',
  occupation: '',
  status: {
    applicantAddress: {
      zipcode: '1000001',
      prefecture: '東京都',
      line1: '千代田区千代田',
      line2: '1-1',
      building: '',
    },
  },
} as unknown as AdminApplicationDetail;

test('an e-mail adds no recipient to the mail that an operator writes', () => {
  const html = renderedHtml(<ApplicantFacts application={application} />);
  const [href = ''] = /mailto:[^"]*/.exec(html) ?? [];
  expect(href).not.toMatch(/[?&]/);
  expect(decodeURIComponent(new URL(href).pathname)).toBe(application.email);
  expect(html).toContain('href="tel:0312345678"');
});
