import { expect, test } from 'vitest';
import { checkItems, itemColumns, readItemRow } from '#warehouse/results/appraisal-item.ts';
import { readResultRow, resultColumns } from '#warehouse/results/appraisal-result.ts';
import { templates } from './template.ts';

/** The example row of a template by column; only amounts contain a quoted comma. */
function exampleOf(text: string): Record<string, string> {
  const [header = '', row = ''] = text.replace('\ufeff', '').split('\r\n');
  const cells = row.match(/("[^"]*"|[^,]*)(,|$)/g) ?? [];
  const bare = cells.map((cell) => cell.replace(/,$/, '').replaceAll('"', ''));
  return Object.fromEntries(header.split(',').map((column, index) => [column, bare[index] ?? '']));
}

test('the example of the results has every column and is right in itself', () => {
  const example = exampleOf(templates.csv.text);
  for (const column of resultColumns.required) expect(example).toHaveProperty(column);
  expect(readResultRow(example, 2)).toHaveProperty('ok');
});

test('the example of the items fits that of the results', () => {
  const example = exampleOf(templates.items.text);
  for (const column of itemColumns.required) expect(example).toHaveProperty(column);
  const item = readItemRow(example, 2);
  const result = readResultRow(exampleOf(templates.csv.text), 2);
  if (!('ok' in item) || !('ok' in result)) throw new Error('an example is wrong in itself');
  expect(checkItems([item.ok], [result.ok])).toEqual([]);
});
