import { expect, test } from 'vitest';
import { validate } from '#kit/forms/validate.ts';
import { maxImageBytes } from '#kit/images/image.ts';
import { ChosenPapers, nothingChosen, papersForm } from './chosen-papers.ts';
import { PapersRequest } from './identity-check-schema.ts';

const file = (name: string, type = 'image/jpeg', size = 3) =>
  new File([new Uint8Array(size)], name, { type });
const pathsOf = (values: unknown) => validate(ChosenPapers, values).issues.map(({ path }) => path);
const first = { kind: 'driving-licence', front: file('a'), back: file('b') } as const;
const second = {
  kind: 'utility-receipt',
  front: file('c', 'application/pdf'),
  back: null,
} as const;

test('kind and front of both papers are asked for', () => {
  expect(pathsOf(nothingChosen)).toEqual([
    'papers.0.kind',
    'papers.0.front',
    'papers.1.kind',
    'papers.1.front',
  ]);
  expect(pathsOf({ papers: [first, second] })).toEqual([]);
});

test('a file that is too large, empty, of another type or of the same kind is refused before it is sent', () => {
  const front = file('large', 'image/jpeg', maxImageBytes + 1);
  expect(pathsOf({ papers: [{ ...first, front }, second] })).toEqual(['papers.0.front']);
  expect(pathsOf({ papers: [first, { ...second, front: file('d', 'image/gif') }] })).toEqual([
    'papers.1.front',
  ]);
  expect(pathsOf({ papers: [first, { ...second, front: file('d', 'image/png', 0) }] })).toEqual([
    'papers.1.front',
  ]);
  expect(pathsOf({ papers: [first, { ...second, kind: first.kind }] })).toEqual(['papers.1.kind']);
});

test('files go in the order of their papers, without the names that they have at home', () => {
  const body = papersForm({ papers: [first, second] }, { appraisalId: 'TS-0000-0000' });
  expect(JSON.parse(String(body.get('papers')))).toEqual({
    appraisalId: 'TS-0000-0000',
    papers: [
      { kind: 'driving-licence', files: 2 },
      { kind: 'utility-receipt', files: 1 },
    ],
  });
  expect(
    PapersRequest.shape.papers.safeParse(JSON.parse(String(body.get('papers'))).papers).success,
  ).toBe(true);
  const sent = body.getAll('image') as File[];
  expect(sent.map(({ name, type }) => [name, type])).toEqual([
    ['paper', 'image/jpeg'],
    ['paper', 'image/jpeg'],
    ['paper', 'application/pdf'],
  ]);
});
