import * as fc from 'fast-check';
import { change, changed } from './odd-changes.ts';
import { canary, oddContentTypes, oddText, oddValue } from './odd-values.ts';

/** The part of JSON Schema that our OpenAPI document uses. */
type Schema = {
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};
type Parameter = { in: string; name: string; schema: Schema };
type Described = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses?: Record<string, unknown>;
};
export type OpenApi = { paths: Record<string, Record<string, Described>> };

/** An API call as the document describes it. */
export type Operation = {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  /** Whether its refusals of a body have their own shape. */
  hasOwnErrors: boolean;
};

export type FuzzRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};

/**
 * Values by field name that pass more checks than random text. Those of "*" are tried in every
 * other field of a body or query.
 */
export type Known = Record<string, readonly string[]>;

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses = {} }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
      hasOwnErrors: '400' in responses,
    })),
  );
}

const oneIn = (chance: number) => fc.nat(chance - 1).map((drawn) => drawn === 0);

/** Values that a schema accepts, or nearly: texts ignore patterns and lengths. */
function fitting(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, name, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { properties = {}, required = [], minimum = 0, maximum = 1_000 } = schema;
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [key, fitting(value, key, known)]),
        ),
        { requiredKeys: required },
      );
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      });
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31) });
    case 'boolean':
      return fc.boolean();
    case 'string': {
      const usual = known[name] ?? known['*'];
      return usual
        ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, oddText)
        : oddText;
    }
    default:
      return oddValue;
  }
}

/** Invalid JSON: truncated, invalid UTF-8, numbers too large for a double. */
const brokenBody: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.constantFrom('', '{', '[[[[', '{"a":1e999}', '{"a":1,"a":2}', 'null', '""', '\ufeff{}', 'NaN'),
  fc.constant('['.repeat(5_000)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array(bytes)),
  fc.constant('--x\r\ncontent-disposition: form-data; name="csv"; filename="a\0.csv"\r\n\r\n,\r\n'),
  fc.constant('--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n'),
);

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
const inUrl = (name: string, known: Known) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fitting({ type: 'string' }, name, known).map((at) => encoded(`${at}`)),
    },
    { weight: 1, arbitrary: oddText.map((text) => encoded(text).slice(0, 2_000)) },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ED%A0%80', '%E0%A4%A', '%2e%2e%2f', '%252e') },
  );

function urlOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const { '*': _, ...knownIds } = known;
  const inPath = fc.tuple(
    ...named('path').map(({ name }) =>
      inUrl(name, knownIds).map((value): [string, string] => [name, value]),
    ),
  );
  const query = fc.tuple(
    ...named('query').map(({ name, schema }) =>
      fc.oneof(
        fc.constant(''),
        fitting(schema, name, known).map(
          (value) => `${name}=${encoded(String(value)).slice(0, 2_000)}`,
        ),
        inUrl(name, known).map((value) => `${name}=${value}`),
        fc.constant(`${name}=1&${name}=2`),
        fc.constant(`${name}[x]=1`),
      ),
    ),
  );
  const extra = fc.constantFrom(
    '',
    '',
    '',
    `zzUnknown=${canary}`,
    `__proto__[role]=${canary}`,
    '=&&',
  );
  return fc.tuple(inPath, query, extra).map(([values, pairs, more]) => {
    const filled = values.reduce((at, [name, value]) => at.replace(`{${name}}`, value), path);
    const search = [...pairs, more].filter((pair) => pair !== '').join('&');
    return search === '' ? filled : `${filled}?${search}`;
  });
}

const header = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'idempotency-key': 'a-key' },
  { 'idempotency-key': 'k'.repeat(200) },
  { 'idempotency-key': '\xe9\xff' },
  { 'if-match': '"1"' },
  { 'if-match': '*' },
  { 'if-match': 'W/"x", "' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'never' },
  { accept: '////' },
  { 'accept-language': 'x'.repeat(500) },
  { cookie: 'tasuki.session=%E0%A4%A; tasuki.two_factor=x.y; __proto__=1' },
  { range: 'bytes=9-1,-0' },
  { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': '"<>' },
);

/** The text in UTF-8 with an invalid byte in the middle. */
function withBrokenLetter(text: string): Uint8Array<ArrayBuffer> {
  const at = text.lastIndexOf('"');
  const before = Buffer.from(text.slice(0, at));
  const after = Buffer.from(text.slice(at));
  return new Uint8Array(Buffer.concat([before, Buffer.from([0xe3]), after]));
}

function bodyOf({ method, body }: Operation, known: Known) {
  if (method === 'GET') return fc.constant({ body: undefined, type: undefined });
  const usual = fc
    .tuple(fitting(body ?? {}, '', known), change)
    .map(([value, how]) => JSON.stringify(changed(value, how)) ?? 'null');
  return fc
    .record({
      usual,
      broken: brokenBody,
      damage: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'broken', 'letter'),
      type: fc.constantFrom(...oddContentTypes),
      isOdd: oneIn(8),
    })
    .map(({ usual, broken, damage, type, isOdd }) => ({
      body: damage === 'broken' ? broken : damage === 'letter' ? withBrokenLetter(usual) : usual,
      type: isOdd ? type : 'application/json',
    }));
}

/** Requests to one operation: mostly valid except for one thing, sometimes entirely wrong. */
export function requestsTo(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(urlOf(operation, known), header, bodyOf(operation, known))
    .map(([url, headers, { body, type }]) => ({
      method: operation.method,
      url,
      headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
      body,
    }));
}
