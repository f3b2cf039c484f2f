/**
 * `npm run pictures`: regenerates the committed pictures from their packages: the sprites of
 * pictures and icons, the shapes of the icons on every page, and the covers' motifs.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  iconShapes,
  iconSprite,
  motifShapes,
  pictureBodies,
  pictureSprite,
} from './vector-pictures.ts';

const project = dirname(dirname(import.meta.dirname));

await writeFile(join(project, 'src/kit/ui/pictures/pictures.svg'), await pictureSprite());
await writeFile(join(project, 'src/kit/ui/pictures/icon-shapes.ts'), await iconShapes());
await writeFile(join(project, 'src/kit/ui/pictures/icons.svg'), await iconSprite());
await writeFile(
  join(project, 'src/site/previews/motif-shapes.server.ts'),
  motifShapes(await pictureBodies()),
);
