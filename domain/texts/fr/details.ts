import type { details as english, emailRules as englishRules } from '../en/details.js';

export const emailRules: typeof englishRules = {
  required: 'Le courriel est obligatoire',
  label: 'Courriel',
  invalidEmail: 'Ce courriel n’est pas valide',
  mustBeText: '{label}\u00a0: du texte est attendu',
  tooLong: '{label}\u00a0: au plus {max} caractères',
  unusable: '{label}\u00a0: certains caractères ne peuvent pas être utilisés',
};

export const details: typeof english = {
  labels: {
    fullName: 'Nom complet',
    email: emailRules.label,
    phone: 'Numéro de téléphone',
    address: 'Adresse',
    city: 'Ville',
    postalCode: 'Code postal ou code ZIP',
    transferReference: 'Référence du virement',
  },
  required: {
    fullName: 'Le nom complet est obligatoire',
    email: emailRules.required,
    phone: 'Le numéro de téléphone est obligatoire',
    address: 'L’adresse est obligatoire',
    city: 'La ville est obligatoire',
    postalCode: 'Le code postal ou code ZIP est obligatoire',
    interacPostalCode: 'Le code postal est obligatoire',
    transferDate: 'La date prévue du virement est obligatoire',
  },
  fallback: 'Ce champ est obligatoire\u00a0: {field}',
  invalidEmail: emailRules.invalidEmail,
  invalidPhone: 'Numéro de téléphone non valide',
  phoneExample: 'Exemple\u00a0: +1 514 555-0134',
  invalidPostalCode: 'Code postal canadien non valide (format\u00a0: A1A 1A1)',
  invalidZipCode: 'Code ZIP américain non valide (format\u00a0: 12345 ou 12345-6789)',
  transferDate: 'La date prévue du virement doit être une date (AAAA-MM-JJ)',
  transferDatePast: 'La date du virement ne peut pas être passée',
  beforeSecondPart: 'Choisissez un jour avant la date du deuxième versement',
  termsNotAccepted: 'Veuillez accepter les conditions',
  termsChanged: 'Les conditions ont changé. Veuillez les relire.',
  partsChanged: 'Les versements ont changé. Veuillez revoir vos options de paiement.',
  mustBeText: emailRules.mustBeText,
  tooLong: emailRules.tooLong,
  unusable: emailRules.unusable,
};
