import { z } from 'zod';

/** A part of a multipart form: a file, several of one name, a plain text, or a text of JSON by its schema. */
type Part = 'file' | 'file?' | 'files' | 'text?' | z.core.$ZodType;
export type Form = Readonly<Record<string, Part>>;

declare module 'fastify' {
  interface FastifySchema {
    /** The parts of a multipart form, for the document alone: its handler reads them. */
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

/** A form as JSON Schema. */
export const formSchema = (form: Form) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(form).map(([name, part]) => [name, partSchema(part)]),
  ),
  required: Object.keys(form).filter((name) => isRequired(form[name] as Part)),
});
