import { refusalOf, refuse } from '#kit/errors/refusal.ts';
import { ResultImport } from '#warehouse/results/result-import.ts';

/** The chosen files with their bytes at the time of the check: the same bytes are imported. */
export type UploadedFiles = { csv: NamedBytes; items: NamedBytes | undefined };
type NamedBytes = { name: string; bytes: Blob };

/** Which rows to import (all, or the valid ones), and into which batch ('' for a new one). */
export type Taking = { accept: 'all' | 'good'; batch: string };

/** Reads the files now. Throws if one has changed on disk since it was chosen. */
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

/** The multipart body of an upload. */
export function formOf({ csv, items }: UploadedFiles): FormData {
  const form = new FormData();
  form.append('csv', csv.bytes, csv.name);
  if (items) form.append('items', items.bytes, items.name);
  return form;
}

/** The full check in the refusal of an import; undefined for any other refusal. */
export function refusedImport(error: unknown): ResultImport | undefined {
  return ResultImport.safeParse(refusalOf(error)).data;
}
