import { expect, test } from 'vitest';
import { emptyFacts, missingFacts, missingParcelFacts, sampleFacts } from './service-facts.ts';
import { ServiceFactsSchema } from './service-facts-schema.ts';

const messagesOf = (changed: object) =>
  ServiceFactsSchema.safeParse({ ...emptyFacts, ...changed }).error?.issues.map(
    ({ message }) => message,
  );

test('facts may be kept as far as they are known, and what is missing is named', () => {
  expect(messagesOf({})).toBeUndefined();
  expect(missingFacts(emptyFacts)).toContain('所在地');
  expect(missingFacts(sampleFacts)).toEqual([]);
  expect(missingParcelFacts({ ...sampleFacts, warehouseAddress: '' })).toEqual(['倉庫の住所']);
});

test('what is known must be possible', () => {
  for (const wrong of [
    { phone: '12345' },
    { email: 'nobody' },
    { senderPostalCode: '123' },
    { dealerLicence: '第1234号' },
    { invoiceNumber: 'T0000000000000' },
    { name: 'a'.repeat(101) },
    { other: '' },
  ]) {
    expect(messagesOf(wrong), JSON.stringify(wrong)).toHaveLength(1);
  }
});

test('they are tidied: widths, hyphens, the words around a licence', () => {
  const typed = {
    phone: '０３-1234-5678',
    email: ' Info@Example.JP ',
    senderPostalCode: '〒１００−０００１',
    dealerLicence: '301234567890',
  };
  expect(ServiceFactsSchema.parse({ ...emptyFacts, ...typed })).toMatchObject({
    phone: '03-1234-5678',
    email: 'info@example.jp',
    senderPostalCode: '1000001',
    dealerLicence: '第301234567890号',
  });
});
