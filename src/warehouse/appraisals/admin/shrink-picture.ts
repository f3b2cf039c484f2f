import { imageKinds } from '#kit/images/shown-image.ts';

const quality = 0.85;

/**
 * Scales a photo down to the largest displayed size: a camera's ten megabytes are slow on a warehouse's network.
 * Returns the file unchanged where the browser cannot read it; the server then says what is wrong.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const longest = Math.max(...imageKinds['appraisal-item'].widths);
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    );
    return blob ?? file;
  } catch {
    return file;
  }
}
