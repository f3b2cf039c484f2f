import { refusalOf, refuse } from '#domain/errors/refusal.ts';
import { ResultImport } from '#domain/results/result-import.ts';

/** The chosen files with their bytes as they were when they were tried: the same are imported. */
export type UploadedFiles = { csv: NamedBytes; items: NamedBytes | undefined };
type NamedBytes = { name: string; bytes: Blob };

/** How the rows are taken: all of them or the good ones, into which batch ('' for a new one). */
export type Taking = { accept: 'all' | 'good'; batch: string };

/** Reads the files now. Refused when one has changed on the disk since it was chosen. */
export async function readFiles(csv: File, items: File | null): Promise<UploadedFiles> {
  return { csv: await read(csv), items: items ? await read(items) : undefined };
}

async function read(file: File): Promise<NamedBytes> {
  try {
    return { name: file.name, bytes: new Blob([await file.arrayBuffer()], { type: 'text/csv' }) };
  } catch {
    throw refuse(
      'Conflict',
      `「${file.name}」は、選んだあとに変更されたか、移動されました。お手数ですが、もう一度ファイルを選んでください。`,
    );
  }
}

/** The body of an upload. */
export function formOf({ csv, items }: UploadedFiles): FormData {
  const form = new FormData();
  form.append('csv', csv.bytes, csv.name);
  if (items) form.append('items', items.bytes, items.name);
  return form;
}

/** A refused import says all that a dry run says; undefined for any other refusal. */
export function refusedImport(error: unknown): ResultImport | undefined {
  return ResultImport.safeParse(refusalOf(error)).data;
}
