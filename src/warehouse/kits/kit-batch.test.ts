import { expect, test } from 'vitest';
import { labelFiles, labelSheets, labelsInFile, labelsOfFile } from './kit-batch.ts';

test.each([1, 479, 480, 481, 960, 1_000])(
  '%i labels are in the files of a batch once each, and only the last sheet has room',
  (count) => {
    const labels = Array.from({ length: count }, (_, index) => index);
    for (const { perSheet } of Object.values(labelSheets)) {
      for (let start = 1; start <= perSheet; start++) {
        const files = Array.from({ length: labelFiles(count, start) }, (_, index) =>
          labelsOfFile(labels, { part: index + 1, start }),
        );
        expect(files.flat()).toEqual(labels);
        const places = files.map((file, index) => file.length + (index === 0 ? start - 1 : 0));
        expect(places.slice(0, -1)).toEqual(places.slice(1).map(() => labelsInFile));
        expect(places.every((most) => most <= labelsInFile)).toBe(true);
      }
    }
  },
);
