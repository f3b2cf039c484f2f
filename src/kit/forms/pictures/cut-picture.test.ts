import { expect, test, vi } from 'vitest';
import { openTab } from '#test/stand-ins/page/open.tsx';
import { cutPicture } from './cut-picture.ts';

test.each(['image/jpeg', 'image/png', 'image/webp'] as const)(
  'a picture of type %s is cut in its own type, at a quality of 0.9',
  async (type) => {
    openTab();
    const asked: unknown[] = [];
    const canvas = Object.getPrototypeOf(document.createElement('canvas'));
    vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage() {} });
    vi.spyOn(canvas, 'toBlob').mockImplementation((take, ...how) => {
      asked.push(how);
      (take as BlobCallback)(new Blob(['picture'], { type: how[0] as string }));
    });
    const image = document.createElement('img');
    Object.defineProperties(image, { naturalWidth: { value: 400 }, naturalHeight: { value: 400 } });
    const area = { x: 0, y: 0, width: 100, height: 100 };
    const file = await cutPicture(image, area, { kind: 'profile', type });
    expect(asked).toEqual([[type, 0.9]]);
    expect(file.type).toBe(type);
  },
);
