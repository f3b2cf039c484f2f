import { ChipLink } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { type MapTint, type PrefectureTile, readTile } from './prefecture-tiles.ts';

/** A tile's side in units of the map, and the gap around it. */
const side = 40;
const gap = 1.5;

const ground: Record<MapTint, string> = {
  sky: 'fill-sky-soft stroke-sky',
  leaf: 'fill-leaf-soft stroke-leaf',
  coral: 'fill-coral-soft stroke-coral',
  honey: 'fill-honey-soft stroke-honey',
  plum: 'fill-plum-soft stroke-plum',
};

/** Japan as a tile map, one tile per prefecture; each with organisations links to their search. */
export function PrefectureMap({
  tiles: texts,
  size,
}: {
  tiles: readonly string[];
  size: { width: number; height: number };
}) {
  const tiles = texts.map(readTile);
  const largest = tiles
    .filter(({ associates }) => associates > 0)
    .sort((one, other) => other.associates - one.associates)
    .slice(0, 6);
  return (
    <section className="page-container relative pt-10 narrow:pt-16 desktop:grid desktop:grid-cols-[1fr_480px] desktop:items-center desktop:gap-10">
      <div className="max-narrow:w-3/5">
        <h2>地域から選ぶ</h2>
        <p className="mt-1 text-ink-2 max-narrow:text-sm">
          日本地図から、お住まいの地域や、気になる地域の団体を探せます。
        </p>
        <ul className="mt-6 flex flex-wrap gap-2 max-desktop:hidden">
          {largest.map(({ name, associates }) => (
            <li key={name}>
              <ChipLink to={searchOf(name)}>
                {name}（{associates}）
              </ChipLink>
            </li>
          ))}
        </ul>
      </div>
      <nav
        aria-label="都道府県から選ぶ"
        className="max-narrow:-mt-28 narrow:mx-auto narrow:mt-4 narrow:max-w-120 desktop:mt-0"
      >
        <svg
          viewBox={`0 0 ${size.width * side} ${size.height * side}`}
          className="w-full"
          role="presentation"
        >
          {tiles.map((tile) =>
            tile.associates > 0 ? (
              <Link
                key={tile.name}
                to={searchOf(tile.name)}
                aria-label={`${tile.name}、${tile.associates}団体`}
                className="group outline-none"
              >
                <Tile
                  tile={tile}
                  look={`${ground[tile.tint]} group-hover:stroke-[3] group-focus-visible:stroke-ink group-focus-visible:stroke-[4]`}
                />
              </Link>
            ) : (
              <g key={tile.name}>
                <Tile tile={tile} look="fill-sand stroke-line" />
              </g>
            ),
          )}
        </svg>
      </nav>
    </section>
  );
}

const searchOf = (prefecture: string) => `/search?${new URLSearchParams({ prefecture })}`;

function Tile({
  tile: { label, x, y, width, height },
  look,
}: {
  tile: PrefectureTile;
  look: string;
}) {
  return (
    <>
      <rect
        x={x * side + gap}
        y={y * side + gap}
        width={width * side - 2 * gap}
        height={height * side - 2 * gap}
        rx="8"
        strokeWidth="1"
        className={look}
      />
      <text
        x={(x + width / 2) * side}
        y={(y + height / 2) * side}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize={label.length > 2 && width === 1 ? 12 : 15}
        className="pointer-events-none fill-ink font-bold"
      >
        {label}
      </text>
    </>
  );
}
