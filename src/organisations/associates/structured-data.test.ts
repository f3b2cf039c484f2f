import { expect, test } from 'vitest';
import type { Classification } from './classification.ts';
import { articleData } from './structured-data.ts';

const address = 'https://tasuki.example';
const activity = { id: 'a1', title: '冬の見回り', publishedAt: '20261120093000000' };
const written = (classification: Classification) =>
  articleData(activity, { id: 'ao', name: 'あおぞらの会', classification }, address);

test.each<[Classification, string]>([
  ['approved-npo', 'NGO'],
  ['private-organization', 'NGO'],
  ['municipality', 'GovernmentOrganization'],
  ['educational', 'EducationalOrganization'],
  ['social-medical', 'MedicalOrganization'],
  ['research-development', 'ResearchOrganization'],
  ['undefined', 'Organization'],
])('an organisation of the type %s is a %s to machines', (classification, type) => {
  expect(written(classification).author['@type']).toBe(type);
});

test('an activity is an article of its organisation, published at its instant', () => {
  expect(written('npo')).toMatchObject({
    '@type': 'Article',
    headline: '冬の見回り',
    datePublished: '2026-11-20T00:30:00.000Z',
    mainEntityOfPage: 'https://tasuki.example/associate/ao/activity/a1',
    author: { name: 'あおぞらの会', url: 'https://tasuki.example/associate/ao' },
  });
});
