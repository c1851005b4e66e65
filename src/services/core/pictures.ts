/** Answers the function that revokes the URL with which a picture is shown. */
export function holdPicture({ input: { url } }: { input: { readonly url: string } }) {
  return () => URL.revokeObjectURL(url);
}

/** A canvas to draw a picture on, which is then read as a file. */
export function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) throw new Error('nothing can be drawn');
  const file = async (name: string, type: 'image/png' | 'image/jpeg') => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
    if (!blob) throw new Error('the picture could not be made');
    return new File([blob], `${name}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
  };
  return { context, file };
}
