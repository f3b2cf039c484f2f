import { timestampToDate } from '#kit/values/timestamp.ts';
import type { AssociateArticle, AssociateDetail } from './associate.ts';
import type { Classification } from './classification.ts';

/** The type of schema.org for each legal form. */
const types: Record<Classification, string> = {
  'private-organization': 'NGO',
  'approved-npo': 'NGO',
  'specially-approved-npo': 'NGO',
  npo: 'NGO',
  'public-interest-incorporated': 'NGO',
  'general-incorporated': 'NGO',
  'public-interest-foundation': 'NGO',
  'corporate-juridical': 'NGO',
  'social-welfare': 'NGO',
  'research-development': 'ResearchOrganization',
  educational: 'EducationalOrganization',
  'incorporated-administrative': 'GovernmentOrganization',
  'local-incorporated-administrative': 'GovernmentOrganization',
  municipality: 'GovernmentOrganization',
  medical: 'MedicalOrganization',
  'social-medical': 'MedicalOrganization',
  undefined: 'Organization',
};

/**
 * The structured data (schema.org) of an organisation; `publicUrl` is the site's address.
 * Facts that are missing are left out.
 */
export function structuredData(associate: AssociateDetail, publicUrl: string) {
  const { id, name, summary, address, classification, foundedYear, websiteUrl } = associate;
  const page = `${publicUrl}/associate/${id}`;
  return {
    '@context': 'https://schema.org',
    '@type': types[classification],
    '@id': page,
    name,
    description: summary,
    url: page,
    image: `${publicUrl}/og/associate/${id}.png`,
    ...(address !== '' && {
      address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'JP' },
    }),
    ...(foundedYear !== null && { foundingDate: String(foundedYear) }),
    ...(websiteUrl !== '' && { sameAs: [websiteUrl] }),
  };
}

/** The structured data of an organisation's activity. */
export function articleData(
  { id, title, publishedAt }: Pick<AssociateArticle, 'id' | 'title' | 'publishedAt'>,
  associate: Pick<AssociateDetail, 'id' | 'name' | 'classification'>,
  publicUrl: string,
) {
  const organisation = `${publicUrl}/associate/${associate.id}`;
  const page = `${organisation}/activity/${id}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': page,
    mainEntityOfPage: page,
    headline: title,
    datePublished: timestampToDate(publishedAt).toISOString(),
    image: `${publicUrl}/og/associate/${associate.id}.png`,
    inLanguage: 'ja',
    author: {
      '@type': types[associate.classification],
      '@id': organisation,
      name: associate.name,
      url: organisation,
    },
    publisher: { '@id': `${publicUrl}/#organization` },
  };
}
