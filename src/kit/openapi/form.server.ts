import { z } from 'zod';

/** A part of a multipart form: a file, several files of one name, plain text, or JSON by its schema. */
type Part = 'file' | 'file?' | 'files' | 'text?' | z.core.$ZodType;
export type Form = Readonly<Record<string, Part>>;

declare module 'fastify' {
  interface FastifySchema {
    /** Parts of a multipart form, for the document only: the handler parses them itself. */
    form?: Form;
  }
}

const binary = { type: 'string', format: 'binary' };

function partSchema(part: Part): object {
  if (part === 'file' || part === 'file?') return binary;
  if (part === 'files') return { type: 'array', items: binary };
  if (part === 'text?') return { type: 'string' };
  const { $schema: _, ...contentSchema } = z.toJSONSchema(part, {
    io: 'input',
    unrepresentable: 'any',
  });
  return { type: 'string', contentMediaType: 'application/json', contentSchema };
}

const isRequired = (part: Part) =>
  typeof part === 'string' ? part === 'file' : part._zod.optin !== 'optional';

/** JSON Schema of a form. */
export const formSchema = (form: Form) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(form).map(([name, part]) => [name, partSchema(part)]),
  ),
  required: Object.keys(form).filter((name) => isRequired(form[name] as Part)),
});
