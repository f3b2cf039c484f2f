import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
};

/** Share of CPU samples by function, largest first. */
export async function heaviestFunctions(folder: string, count = 15) {
  const file = (await readdir(folder)).find((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`no CPU profile in ${folder}`);
  const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
  const names = new Map(
    profile.nodes.map(({ id, callFrame }) => [
      id,
      `${callFrame.functionName || '(anonymous)'} ${callFrame.url.split('/').slice(-2).join('/')}`.trim(),
    ]),
  );
  const shares = new Map<string, number>();
  let busy = 0;
  for (const id of profile.samples) {
    const name = names.get(id) ?? '?';
    if (name.startsWith('(idle)') || name.startsWith('(program)')) continue;
    busy += 1;
    shares.set(name, (shares.get(name) ?? 0) + 1);
  }
  return [...shares]
    .map(([name, samples]) => ({ name, share: samples / busy }))
    .sort((a, b) => b.share - a.share)
    .slice(0, count);
}
