import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Classification } from '#giving/applications/choice-schemas.ts';
import { classificationIds, classifications, isDeductible } from './classification.ts';

const today = '2026-11-21';
const valid = { certifiedOn: '2024-01-01', expiresOn: '2028-12-31' };

test('the 17 types are known, "undefined" among them', () => {
  expect(classificationIds).toEqual([
    'private-organization',
    'approved-npo',
    'specially-approved-npo',
    'npo',
    'public-interest-incorporated',
    'general-incorporated',
    'public-interest-foundation',
    'corporate-juridical',
    'research-development',
    'social-welfare',
    'educational',
    'incorporated-administrative',
    'local-incorporated-administrative',
    'municipality',
    'medical',
    'social-medical',
    'undefined',
  ]);
  expect(Object.keys(classifications).sort()).toEqual([...classificationIds].sort());
  expect(Classification.parse('undefined')).toBe('undefined');
  expect(Classification.safeParse(undefined).success).toBe(false);
  expect(Classification.safeParse('constructor').success).toBe(false);
});

test('six types are deductible and no other', () => {
  const deductible = classificationIds.filter((classification) =>
    isDeductible({ classification, certification: valid }, today),
  );
  expect(deductible.sort()).toEqual([
    'approved-npo',
    'municipality',
    'public-interest-foundation',
    'public-interest-incorporated',
    'research-development',
    'specially-approved-npo',
  ]);
});

test('an approved NPO is deductible only while its certification holds, its edges included', () => {
  for (const classification of ['approved-npo', 'specially-approved-npo'] as const) {
    const on = (day: string) => isDeductible({ classification, certification: { ...valid } }, day);
    expect(on('2023-12-31')).toBe(false);
    expect(on('2024-01-01')).toBe(true);
    expect(on('2028-12-31')).toBe(true);
    expect(on('2029-01-01')).toBe(false);
    expect(isDeductible({ classification }, today)).toBe(false);
    expect(isDeductible({ classification, certification: null }, today)).toBe(false);
    expect(isDeductible({ classification, certification: { expiresOn: today } }, today)).toBe(true);
  }
});

test('types that need no certification do not depend on one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...classificationIds),
      fc.option(fc.record({ expiresOn: fc.constantFrom('2000-01-01', today, '2099-12-31') })),
      (classification, certification) => {
        fc.pre(!classifications[classification].needsCertification);
        expect(isDeductible({ classification, certification }, today)).toBe(
          classifications[classification].deductible,
        );
      },
    ),
  );
});
