import { firstPageScripts } from './test/first-page.ts';
for (const path of ['/', '/privacy', '/my-pledge', '/terms', '/profile/sample-person-0001', '/faq']) {
  const r = await firstPageScripts('http://localhost:5404', path);
  console.log(path, r.brotliBytes, r.files.map((f: any) => f.path.split('/').pop() + ' ' + (f.brotliBytes ?? f.source.length)).join(', ').slice(0, 900));
}
