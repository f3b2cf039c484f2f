/** Where a picture is served by its id; '' where there is none. */
export function imagePath(imageId: string | null): string {
  return imageId === null ? '' : `/images/${imageId}`;
}
