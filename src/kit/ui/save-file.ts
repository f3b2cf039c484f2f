/** Lifetime of the object URL: long enough for any browser to start reading. */
const keepMs = 60_000;

/** Saves bytes as a file, like a download link. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keepMs);
}

/** The file name in a response, the encoded Japanese one first; else the fallback. */
export function fileNameOf(response: Response, otherwise: string): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;\s]+)/.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? otherwise;
}

/** Reads a whole response; reports the number of bytes so far to `onBytes`. Throws if the connection breaks. */
export async function readWhole(
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    bytes += part.value.byteLength;
    onBytes(bytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}
