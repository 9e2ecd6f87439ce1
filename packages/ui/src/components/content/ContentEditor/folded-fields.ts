export { DateFields } from './DateFields.tsx';
export { DisclosureFields } from './DisclosureFields.tsx';
export { MetadataField } from './MetadataField.tsx';
export { PicturesField } from './PicturesField.tsx';
export { ReferencesField } from './ReferencesField.tsx';
