/** Small pictures of an item, each linked to the whole one. */
export function ItemPictures({ name, images }: { name: string; images: readonly string[] }) {
  if (images.length === 0) return null;
  return (
    <span className="mb-1.5 flex flex-wrap gap-1.5">
      {images.map((image, index) => (
        <a key={image} href={image} target="_blank" rel="noreferrer">
          <img
            src={image}
            alt={`${name}の写真${images.length > 1 ? `${index + 1}` : ''}`}
            width={72}
            height={72}
            loading="lazy"
            className="size-18 rounded-lg bg-sand object-cover"
          />
        </a>
      ))}
    </span>
  );
}
