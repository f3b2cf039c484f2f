/** What is written on a thread; its prints tell one choice of files from another, where a retry is recognised. */
export type WrittenReply = { fields: object; files: readonly File[]; prints: string[] };

export const writtenReply = (fields: object, files: readonly File[]): WrittenReply => ({
  fields,
  files,
  prints: files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`),
});

/** The same as the API takes it. */
export function replyBody({ fields, files }: WrittenReply): FormData {
  const form = new FormData();
  form.set('reply', JSON.stringify(fields));
  for (const file of files) form.append('file', file, file.name);
  return form;
}
