/** The terms of the IPTC's vocabulary of digital source types that are in use. */
export const DIGITAL_SOURCE_TYPES = [
  'digitalCapture',
  'computationalCapture',
  'negativeFilm',
  'positiveFilm',
  'print',
  'humanEdits',
  'compositeCapture',
  'algorithmicallyEnhanced',
  'dataDrivenMedia',
  'digitalCreation',
  'virtualRecording',
  'screenCapture',
  'compositeSynthetic',
  'algorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'trainedAlgorithmicMedia',
] as const;
