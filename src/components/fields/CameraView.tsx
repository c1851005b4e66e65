interface Props {
  stream: MediaStream;
  label: string;
}

/** What a camera sees, as in a mirror. */
export function CameraView({ stream, label }: Props) {
  return (
    <video
      ref={(video) => {
        if (video && video.srcObject !== stream) video.srcObject = stream;
      }}
      aria-label={label}
      autoPlay
      muted
      playsInline
      className="aspect-4/3 w-full -scale-x-100 rounded-card bg-board object-cover"
    />
  );
}
