import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

// `text.replace(pattern, value)` interprets `$&` and `$1` in the value; pass a function for
// anything but a literal.

/** Calls of `replace` and `replaceAll` whose replacement is neither a literal nor a function. */
function replacementsByValue(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      /^replace(?:All)?$/.test(node.expression.name.text)
    ) {
      const [, value, more] = node.arguments;
      const isPlain =
        value === undefined ||
        more !== undefined ||
        ts.isStringLiteralLike(value) ||
        ts.isTaggedTemplateExpression(value) ||
        ts.isArrowFunction(value);
      if (!isPlain) found.push(`${file}: ${value.getText(source)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('nothing is put into a text by a value that could hold a pattern of a replacement', () => {
  const files = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|^src\/start\/sample\//.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('.replace'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(replacementsByValue)).toEqual([]);
});
