import { classes } from '../base/classes.ts';

interface Props {
  stream: MediaStream;
  label: string;
  /** Whether the picture is mirrored, as for a selfie; not for a camera that faces away. */
  isMirrored?: boolean;
}

/** The live picture of a camera. */
export function CameraView({ stream, label, isMirrored = true }: Props) {
  return (
    <video
      ref={(video) => {
        if (video && video.srcObject !== stream) video.srcObject = stream;
      }}
      aria-label={label}
      autoPlay
      muted
      playsInline
      className={classes(
        'aspect-4/3 w-full rounded-card bg-board object-cover',
        isMirrored && '-scale-x-100',
      )}
    />
  );
}
